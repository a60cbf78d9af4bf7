/** What a person is told about their documents. */
import type { MailContent } from '#server/platform/room-message.ts'

/** `name` is the document as in a sentence; `plate` of the car that it belongs to. */
type DocumentFacts = { name: string; plate: string | null }

export type DocumentMail =
  | { template: 'document_approved'; data: DocumentFacts }
  | { template: 'document_rejected'; data: DocumentFacts & { reason: string } }
  | { template: 'document_expiring'; data: DocumentFacts & { days: number; lastDay: string } }
  | { template: 'may_publish'; data: Record<string, never> }

export function documentMail(mail: DocumentMail, site: string): MailContent {
  switch (mail.template) {
    case 'document_approved':
      return {
        subject: `Aprobamos tu ${mail.data.name}`,
        heading: `Aprobamos tu ${mail.data.name}`,
        paragraphs: ['No tienes que hacer nada más con este documento.'],
        action: documents(site),
        facts: plateFact(mail.data),
        closing: [],
      }
    case 'document_rejected':
      return {
        subject: `Vuelve a subir tu ${mail.data.name}`,
        heading: `No pudimos aprobar tu ${mail.data.name}`,
        paragraphs: [`Motivo: ${mail.data.reason}`],
        action: { label: 'Subirlo otra vez', url: `${site}/documents` },
        facts: plateFact(mail.data),
        closing: ['Una persona del equipo lo revisa de nuevo en cuanto lo subas.'],
      }
    case 'document_expiring':
      return expiring(mail.data, site)
    case 'may_publish':
      return {
        subject: 'Ya puedes publicar viajes en Cupo',
        heading: 'Ya puedes publicar viajes',
        paragraphs: ['Tus documentos y los de tu carro están aprobados.'],
        action: { label: 'Publicar un viaje', url: `${site}/publish` },
        facts: [],
        closing: [],
      }
  }
}

function expiring(
  data: DocumentFacts & { days: number; lastDay: string },
  site: string,
): MailContent {
  const when = data.days === 0 ? 'hoy' : data.days === 1 ? 'mañana' : `en ${data.days} días`
  return {
    subject: `Tu ${data.name} vence ${when}`,
    heading: `Tu ${data.name} vence ${when}`,
    paragraphs: ['Sube el nuevo antes de esa fecha: sin él no puedes publicar viajes.'],
    action: { label: 'Subir el nuevo', url: `${site}/documents` },
    facts: [...plateFact(data), ['Último día', lastDayFormat.format(new Date(data.lastDay))]],
    closing: [],
  }
}

const documents = (site: string) => ({ label: 'Ver mis documentos', url: `${site}/documents` })

const plateFact = ({ plate }: DocumentFacts): [string, string][] =>
  plate === null ? [] : [['Carro', plate]]

/** A date without an hour is midnight in UTC. */
const lastDayFormat = new Intl.DateTimeFormat('es-CO', { timeZone: 'UTC', dateStyle: 'long' })
