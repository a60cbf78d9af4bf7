import {
  channels,
  defineMessage,
  type NoFacts,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

/** `name`: name of the document for use inside a sentence; `plate`: plate of its car. */
type DocumentFacts = { name: string; plate: string | null }

const plateFact = ({ plate }: DocumentFacts): [string, string][] =>
  plate === null ? [] : [['Carro', plate]]

/** Formats a date without time, which is stored as midnight in UTC. */
const lastDayFormat = new Intl.DateTimeFormat('es-CO', { timeZone: 'UTC', dateStyle: 'long' })

export const documentApproved = defineMessage({
  name: 'document_approved',
  topic: 'documents',
  channels: channels.onlyApp,
  words: (data: DocumentFacts, site) => ({
    subject: `Aprobamos tu ${data.name}`,
    heading: `Aprobamos tu ${data.name}`,
    paragraphs: ['No tienes que hacer nada más con este documento.'],
    action: { label: 'Ver mis documentos', url: `${site}/documents` },
    facts: plateFact(data),
    closing: [],
  }),
})

export const documentRejected = defineMessage({
  name: 'document_rejected',
  topic: 'documents',
  channels: channels.everywhere,
  words: (data: DocumentFacts & { reason: string }, site) => ({
    subject: `Vuelve a subir tu ${data.name}`,
    heading: `No pudimos aprobar tu ${data.name}`,
    paragraphs: [`Motivo: ${data.reason}`],
    action: { label: 'Subirlo otra vez', url: `${site}/documents` },
    facts: plateFact(data),
    closing: ['Una persona del equipo lo revisa de nuevo en cuanto lo subas.'],
  }),
})

export const documentExpiring = defineMessage({
  name: 'document_expiring',
  topic: 'documents',
  channels: channels.everywhere,
  words: (data: DocumentFacts & { days: number; lastDay: string }, site) => {
    const when = data.days === 0 ? 'hoy' : data.days === 1 ? 'mañana' : `en ${data.days} días`
    return {
      subject: `Tu ${data.name} vence ${when}`,
      heading: `Tu ${data.name} vence ${when}`,
      paragraphs: ['Sube el nuevo antes de esa fecha: sin él no puedes publicar viajes.'],
      action: { label: 'Subir el nuevo', url: `${site}/documents` },
      facts: [...plateFact(data), ['Último día', lastDayFormat.format(new Date(data.lastDay))]],
      closing: [],
    }
  },
})

export const mayPublish = defineMessage<NoFacts>({
  name: 'may_publish',
  topic: 'documents',
  channels: channels.everywhere,
  words: (_, site) => ({
    subject: 'Ya puedes publicar viajes en Cupo',
    heading: 'Ya puedes publicar viajes',
    paragraphs: ['Tus documentos y los de tu carro están aprobados.'],
    action: { label: 'Publicar un viaje', url: `${site}/publish` },
    facts: [],
    closing: [],
  }),
})

export const verificationMessages: AnyMessage[] = [
  documentApproved,
  documentRejected,
  documentExpiring,
  mayPublish,
]
