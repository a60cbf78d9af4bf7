import { channels, defineMessage } from '#server/modules/foundation/notifications/index.ts'

/** `name`: name of the document for use inside a sentence; `plate`: plate of its car. */
type DocumentFacts = { name: string; plate: string | null }
type RejectedFacts = DocumentFacts & { reason: string }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A document as its own line: "SOAT (KLM482)". */
const lineOf = ({ name, plate }: DocumentFacts) =>
  capital(name) + (plate === null ? '' : ` (${plate})`)

const plateFact = ({ plate }: DocumentFacts): [string, string][] =>
  plate === null ? [] : [['Carro', plate]]

/** Formats a date without time, which is stored as midnight in UTC. */
const lastDayFormat = new Intl.DateTimeFormat('es-CO', { timeZone: 'UTC', dateStyle: 'long' })

/** The same day without its year, for a heading. */
const dayFormat = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
})

export const documentApproved = defineMessage('document_approved', 'documents', {
  channels: channels.onlyApp,
  words: ({ approved }: { approved: DocumentFacts[] }, site) => {
    const [one] = approved
    const isOne = one && approved.length === 1
    const subject = isOne
      ? `Aprobamos tu ${one.name}`
      : `Aprobamos ${approved.length} de tus documentos`
    const rest = isOne ? 'este documento' : 'ellos'
    return {
      subject,
      heading: subject,
      paragraphs: [
        ...(isOne ? [] : [`${approved.map(lineOf).join(', ')}.`]),
        `No tienes que hacer nada más con ${rest}.`,
      ],
      action: { label: 'Ver mis documentos', url: `${site}/documents` },
      facts: isOne ? plateFact(one) : [],
    }
  },
})

/** `mayPublish`: with the documents approved in the same review the person can publish. */
type ReviewFacts = { rejected: RejectedFacts[]; approved: DocumentFacts[]; mayPublish: boolean }

export const documentRejected = defineMessage('document_rejected', 'documents', {
  channels: channels.everywhere,
  words: ({ rejected, approved, mayPublish: canPublish }: ReviewFacts, site) => {
    const [one] = rejected
    const isOne = one && rejected.length === 1
    const names = `${rejected.length} de tus documentos`
    const them = isOne ? 'lo' : 'los'
    return {
      subject: `Vuelve a subir ${isOne ? `tu ${one.name}` : names}`,
      heading: `No pudimos aprobar ${isOne ? `tu ${one.name}` : names}`,
      paragraphs: [
        ...(isOne
          ? [`Motivo: ${one.reason}`]
          : rejected.map((each) => `${lineOf(each)}: ${each.reason}`)),
        ...(approved.length > 0 ? [`Aprobamos: ${approved.map(lineOf).join(', ')}.`] : []),
        ...(canPublish ? ['Ya puedes publicar viajes.'] : []),
      ],
      action: { label: isOne ? 'Subirlo otra vez' : 'Subirlos otra vez', url: `${site}/documents` },
      facts: isOne ? plateFact(one) : [],
      closing: [`Una persona del equipo ${them} revisa de nuevo en cuanto ${them} subas.`],
    }
  },
})

export const documentExpiring = defineMessage('document_expiring', 'documents', {
  channels: channels.everywhere,
  words: (data: DocumentFacts & { lastDay: string }, site) => {
    // The date, because "hoy" would be wrong for whoever reads it on another day.
    const heading = `Tu ${data.name} vence el ${dayFormat.format(new Date(data.lastDay))}`
    return {
      heading,
      paragraphs: ['Sube el nuevo antes de esa fecha: sin él no puedes publicar viajes.'],
      action: { label: 'Subir el nuevo', url: `${site}/documents` },
      facts: [...plateFact(data), ['Último día', lastDayFormat.format(new Date(data.lastDay))]],
    }
  },
})

export const mayPublish = defineMessage<{ needsPhoto?: boolean }>('may_publish', 'documents', {
  channels: channels.everywhere,
  words: ({ needsPhoto }, site) => ({
    subject: 'Ya puedes publicar viajes en Cupo',
    heading: 'Ya puedes publicar viajes',
    paragraphs: [
      'Tus documentos y los de tu carro están aprobados.',
      ...(needsPhoto ? ['Solo falta tu foto de perfil: la pones al publicar.'] : []),
    ],
    action: { label: 'Publicar un viaje', url: `${site}/publish` },
  }),
})

export const profilePhotoRefused = defineMessage('profile_photo_refused', 'documents', {
  channels: channels.everywhere,
  words: (data: { reason: string }, site) => ({
    subject: 'Pon otra foto de perfil',
    heading: 'Quitamos tu foto de perfil',
    paragraphs: [
      `Motivo: ${data.reason}`,
      'Pon otra para volver a publicar. Los viajes que ya publicaste siguen igual.',
    ],
    action: { label: 'Poner otra foto', url: `${site}/profile/datos` },
  }),
})

export const profilePhotoRule = defineMessage('profile_photo_rule', 'documents', {
  channels: channels.everywhere,
  words: (data: { lastDay: string }, site) => {
    const lastDay = lastDayFormat.format(new Date(data.lastDay))
    return {
      subject: 'Pon tu foto de perfil para seguir publicando',
      heading: 'Para publicar vas a necesitar una foto de perfil',
      paragraphs: [
        `Puedes publicar sin ella hasta el ${lastDay}. Los viajes que ya publicaste siguen igual.`,
        'La ve quien mira tus viajes o tu perfil. Una persona del equipo la compara a ojo con la ' +
          'foto de tu documento; ningún programa compara caras.',
      ],
      action: { label: 'Poner mi foto', url: `${site}/profile/datos` },
      facts: [['Último día sin foto', lastDay]],
    }
  },
})

/** To drivers approved before it was asked. `from`: day from which publishing needs it. */
export const insuranceAsked = defineMessage('insurance_asked', 'documents', {
  channels: channels.everywhere,
  words: ({ plate, from }: { plate: string; from: string | null }, site) => ({
    subject: `Sube el seguro de tu carro ${plate}`,
    heading: 'Sube el seguro de tu carro',
    paragraphs: [
      'Es la póliza propia del carro, de responsabilidad civil o todo riesgo, aparte del SOAT. ' +
        'Puede estar a nombre de otra persona.',
      from
        ? `Desde el ${lastDayFormat.format(new Date(from))} la necesitas para publicar. Los ` +
          'viajes que ya publicaste siguen igual.'
        : 'Todavía puedes publicar sin ella.',
    ],
    action: { label: 'Subir el seguro', url: `${site}/documents` },
    facts: [['Carro', plate]],
  }),
})

/** To the reviewer. `path`: the case of the person. */
export const reviewLapsed = defineMessage('review_lapsed', 'documents', {
  channels: channels.onlyApp,
  words: ({ name, path }: { name: string; path: string }, site) => ({
    heading: `Tu decisión sobre ${name} no se aplicó completa`,
    paragraphs: [
      'Su nombre, su número, su carro o una foto cambió en los 30 segundos después de decidir.',
      'Lo que cambió está otra vez en la cola.',
    ],
    action: { label: 'Comparar otra vez', url: `${site}${path}` },
  }),
})
