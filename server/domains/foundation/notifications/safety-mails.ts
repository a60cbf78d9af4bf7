/** What people and their trusted contacts are told about safety. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat, unlinked } from './mail-content.ts'

/** To a trusted contact: somebody without an account. `by`: first name of who named them. */
type ContactMail =
  | { template: 'contact_invited'; data: { by: string; path: string } }
  | {
      template: 'contact_boarded'
      data: { by: string; from: string; to: string; at: string; path: string; stopPath: string }
    }
  | {
      template: 'contact_arrived'
      data: { by: string; to: string; at: string; path: string; stopPath: string }
    }
  | { template: 'contact_not_aboard'; data: { by: string; path: string } }
  | { template: 'contact_emergency'; data: { by: string; path: string; at: string } }

export type SafetyMail =
  | ContactMail
  | { template: 'contact_answered'; data: { name: string; agrees: boolean } }
  | { template: 'incident_received'; data: { path: string; until: string } }
  | { template: 'incident_answered'; data: { path: string; answer: string } }

const TEMPLATES: readonly string[] = [
  'contact_invited',
  'contact_boarded',
  'contact_arrived',
  'contact_not_aboard',
  'contact_emergency',
  'contact_answered',
  'incident_received',
  'incident_answered',
] satisfies SafetyMail['template'][]

export function isSafetyMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: SafetyMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

const WHY_YOU = 'Recibes este mensaje porque aceptaste ser su contacto de confianza en Cupo.'

export function safetyMail(mail: SafetyMail, site: string): MailContent {
  switch (mail.template) {
    case 'contact_answered':
      return answered(mail.data, site)
    case 'incident_received':
      return incidentReceived(mail.data, site)
    case 'incident_answered':
      return incidentAnswered(mail.data, site)
    default:
      return contactMail(mail, site)
  }
}

function contactMail(mail: ContactMail, site: string): MailContent {
  const by = unlinked(mail.data.by)
  const action = (label: string) => ({ label, url: `${site}${mail.data.path}` })
  switch (mail.template) {
    case 'contact_invited':
      return {
        subject: `${by} te nombró su contacto de confianza`,
        heading: `${by} te nombró su contacto de confianza`,
        paragraphs: [
          `${by} viaja con Cupo y quiere que te avisemos cuando suba al carro y cuando llegue.`,
          'Si no aceptas, no te escribimos más por esta persona.',
        ],
        action: action('Aceptar o rechazar'),
        facts: [],
        closing: ['No necesitas una cuenta. Si no conoces a esta persona, rechaza.'],
      }
    case 'contact_boarded':
      return {
        subject: `${by} va en camino a ${mail.data.to}`,
        heading: `${by} va en camino a ${mail.data.to}`,
        paragraphs: [`Salió de ${mail.data.from}. En el enlace ves el carro y cómo va el viaje.`],
        action: action('Seguir el viaje'),
        facts: [['Debe llegar', instantFormat.format(new Date(mail.data.at))]],
        closing: [WHY_YOU, `Para no recibir más: ${site}${mail.data.stopPath}`],
      }
    case 'contact_arrived':
      return {
        subject: `${by} llegó a ${mail.data.to}`,
        heading: `${by} llegó a ${mail.data.to}`,
        paragraphs: ['El conductor registró la llegada.'],
        action: action('Ver el viaje'),
        facts: [['Llegó', instantFormat.format(new Date(mail.data.at))]],
        closing: [WHY_YOU, `Para no recibir más: ${site}${mail.data.stopPath}`],
      }
    case 'contact_not_aboard':
      return {
        subject: `${by} no viaja en ese carro`,
        heading: `${by} no viaja en ese carro`,
        paragraphs: [`${by} nos dijo que no se subió, así que dejamos de seguir ese viaje.`],
        action: action('Dejar de recibir avisos'),
        facts: [],
        closing: [WHY_YOU],
      }
    case 'contact_emergency':
      return {
        subject: `${by} pidió ayuda durante su viaje`,
        heading: `${by} pidió ayuda durante su viaje`,
        paragraphs: [
          'Llámale ahora. Si no contesta o te dice que hay peligro, llama al 123 y da la placa.',
        ],
        action: action('Ver el carro y por dónde va'),
        facts: [['Cuándo', instantFormat.format(new Date(mail.data.at))]],
        closing: [WHY_YOU],
      }
  }
}

function answered(data: { name: string; agrees: boolean }, site: string): MailContent {
  const name = unlinked(data.name)
  const heading = data.agrees
    ? `${name} es tu contacto de confianza`
    : `${name} no será tu contacto de confianza`
  return {
    subject: heading,
    heading,
    paragraphs: [
      data.agrees
        ? 'Le avisamos cuando subas al carro y cuando llegues. Puedes apagarlo cuando quieras.'
        : 'No le escribiremos más por ti. Puedes nombrar a otra persona.',
    ],
    action: { label: 'Ver mi contacto', url: `${site}/contacto-de-confianza` },
    facts: [],
    closing: [],
  }
}

function incidentReceived(data: { path: string; until: string }, site: string): MailContent {
  return {
    subject: 'Recibimos tu aviso',
    heading: 'Recibimos tu aviso',
    paragraphs: [
      'Una persona del equipo lo revisa a cualquier hora. Si hay peligro ahora, llama al 123.',
    ],
    action: { label: 'Ver mi aviso', url: `${site}${data.path}` },
    facts: [['Te respondemos antes de', instantFormat.format(new Date(data.until))]],
    closing: [],
  }
}

function incidentAnswered(data: { path: string; answer: string }, site: string): MailContent {
  return {
    subject: 'Respondimos tu aviso de seguridad',
    heading: 'Respondimos tu aviso de seguridad',
    paragraphs: [data.answer],
    action: { label: 'Ver mi aviso', url: `${site}${data.path}` },
    facts: [],
    closing: [],
  }
}
