// Messages about safety, to people and to their trusted contacts.
import {
  channels,
  defineMessage,
  instantFormat,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'

/** Facts for a trusted contact. `by`: first name of the person who named them. */
type ToContact = { by: string; path: string }

const nameOf = ({ by }: ToContact) => unlinked(by)

const WHY_YOU = 'Recibes este mensaje porque aceptaste ser su contacto de confianza en Cupo.'

export const contactInvited = defineMessage('contact_invited', 'account', {
  channels: channels.onlyMail,
  // Limited, because the owner of the address did not ask for this mail.
  mailbox: { kind: 'contacts', perHour: 3, perDay: 6 },
  words: (data: ToContact, site) => ({
    heading: `${nameOf(data)} te nombró su contacto de confianza`,
    paragraphs: [
      `${nameOf(data)} viaja con Cupo y quiere que te avisemos cuando suba al carro y ` +
        'cuando llegue.',
      'Si no aceptas, no te escribimos más por esta persona.',
    ],
    action: { label: 'Aceptar o rechazar', url: `${site}${data.path}` },
    closing: ['No necesitas una cuenta. Si no conoces a esta persona, rechaza.'],
  }),
})

export const contactBoarded = defineMessage('contact_boarded', 'account', {
  channels: channels.onlyMail,
  words: (data: ToContact & { from: string; to: string; at: string; stopPath: string }, site) => ({
    heading: `${nameOf(data)} va en camino a ${data.to}`,
    paragraphs: [`Salió de ${data.from}. En el enlace ves el carro y cómo va el viaje.`],
    action: { label: 'Seguir el viaje', url: `${site}${data.path}` },
    facts: [['Debe llegar', instantFormat.format(new Date(data.at))]],
    closing: [WHY_YOU, `Para no recibir más: ${site}${data.stopPath}`],
  }),
})

export const contactArrived = defineMessage('contact_arrived', 'account', {
  channels: channels.onlyMail,
  words: (
    data: ToContact & { to: string; at: string; stopPath: string; bySelf?: boolean },
    site,
  ) => ({
    heading: `${nameOf(data)} llegó a ${data.to}`,
    paragraphs: [
      data.bySelf
        ? 'Lo dijo, o lo mostró la posición de su teléfono.'
        : 'El conductor registró la llegada.',
    ],
    action: { label: 'Ver el viaje', url: `${site}${data.path}` },
    facts: [['Llegó', instantFormat.format(new Date(data.at))]],
    closing: [WHY_YOU, `Para no recibir más: ${site}${data.stopPath}`],
  }),
})

export const contactNotAboard = defineMessage('contact_not_aboard', 'account', {
  channels: channels.onlyMail,
  words: (data: ToContact, site) => ({
    heading: `${nameOf(data)} no viaja en ese carro`,
    paragraphs: [`${nameOf(data)} nos dijo que no se subió, así que dejamos de seguir ese viaje.`],
    action: { label: 'Dejar de recibir avisos', url: `${site}${data.path}` },
    closing: [WHY_YOU],
  }),
})

export const contactEmergency = defineMessage('contact_emergency', 'account', {
  channels: channels.onlyMail,
  words: (data: ToContact & { at: string }, site) => ({
    heading: `${nameOf(data)} pidió ayuda durante su viaje`,
    paragraphs: [
      'Llámale ahora. Si no contesta o te dice que hay peligro, llama al 123 y da la placa.',
    ],
    action: { label: 'Ver el carro y por dónde va', url: `${site}${data.path}` },
    facts: [['Cuándo', instantFormat.format(new Date(data.at))]],
    closing: [WHY_YOU],
  }),
})

export const contactAnswered = defineMessage('contact_answered', 'account', {
  channels: channels.onlyApp,
  words: (data: { name: string; agrees: boolean }, site) => {
    const name = unlinked(data.name)
    const heading = data.agrees
      ? `${name} es tu contacto de confianza`
      : `${name} no será tu contacto de confianza`
    return {
      heading,
      paragraphs: [
        data.agrees
          ? 'Le avisamos cuando subas al carro y cuando llegues. Puedes apagarlo cuando quieras.'
          : 'No le escribiremos más por ti. Puedes nombrar a otra persona.',
      ],
      action: { label: 'Ver mi contacto', url: `${site}/contacto-de-confianza` },
    }
  },
})

/** To a passenger of a trip that nobody ended and of which nothing is heard. */
export const arrivalAsked = defineMessage('arrival_asked', 'trips', {
  channels: channels.duty,
  words: (data: { path: string; to: string; at: string; until: string }, site) => ({
    heading: `¿Llegaste bien a ${data.to}?`,
    paragraphs: [
      'Nadie marcó el fin de tu viaje y no tenemos noticias del carro. Dinos con un toque si ' +
        'llegaste. Si algo anda mal, dinos que no, o llama al 123.',
    ],
    action: { label: 'Responder', url: `${site}${data.path}` },
    facts: [
      ['Debía llegar', instantFormat.format(new Date(data.at))],
      ['Si nadie responde, te buscamos', instantFormat.format(new Date(data.until))],
    ],
  }),
  boardsAt: (data) => data.at,
})

export const incidentReceived = defineMessage('incident_received', 'account', {
  channels: channels.duty,
  /** `until`: null if the trip leaves before. */
  words: (data: { path: string; until: string | null }, site) => ({
    heading: 'Recibimos tu aviso',
    paragraphs: [
      'Una persona del equipo lo revisa a cualquier hora. Si hay peligro ahora, llama al 123.',
    ],
    action: { label: 'Ver mi aviso', url: `${site}${data.path}` },
    facts: data.until
      ? [['Te respondemos antes de', instantFormat.format(new Date(data.until))]]
      : [],
  }),
})

export const incidentAnswered = defineMessage('incident_answered', 'account', {
  channels: channels.duty,
  words: (data: { path: string; answer: string }, site) => ({
    heading: 'Respondimos tu aviso de seguridad',
    paragraphs: [data.answer],
    action: { label: 'Ver mi aviso', url: `${site}${data.path}` },
  }),
})

/** For who took an emergency and wrote nothing yet. Names nobody, as on a lock screen. */
export const incidentUnnoted = defineMessage('incident_unnoted', 'account', {
  channels: { ...channels.unmailed, duty: true, rings: true },
  words: (data: { incidentId: string; takenAt: string }, site) => ({
    heading: '¿Cómo va la emergencia que tomaste?',
    paragraphs: ['Todavía no hay ninguna nota. Anota qué hiciste o a quién llamaste.'],
    action: { label: 'Abrir la emergencia', url: `${site}/admin/incidents/${data.incidentId}` },
    facts: [['La tomaste', instantFormat.format(new Date(data.takenAt))]],
  }),
})
