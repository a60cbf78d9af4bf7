// Messages about a trip that published itself after the approval of documents.
import { channels, defineMessage, journey } from '#server/modules/foundation/notifications/index.ts'

type Ends = { from: string; to: string; at: string }

export const tripDraftPublished = defineMessage('trip_draft_published', 'trips', {
  channels: channels.everywhere,
  words: (data: Ends & { path: string }, site) => ({
    subject: 'Publicamos tu viaje',
    heading: 'Tu viaje quedó publicado',
    paragraphs: [
      'Aprobamos tus documentos y publicamos el viaje que dejaste listo.',
      'Compártelo: así llega más rápido a quien busca cupo.',
    ],
    action: { label: 'Ver mi viaje', url: `${site}${data.path}` },
    facts: journey(data),
  }),
})

/** `reason` is the sentence of the error, as the publishing screen would show it. */
export const tripDraftRefused = defineMessage('trip_draft_refused', 'trips', {
  channels: channels.everywhere,
  words: (data: Ends & { reason: string }, site) => ({
    subject: 'Tu viaje no se publicó',
    heading: 'No pudimos publicar tu viaje',
    paragraphs: [
      'Aprobamos tus documentos, pero el viaje que dejaste listo no se puede publicar así:',
      data.reason,
      'Lo que escribiste sigue guardado en tu dispositivo. Cámbialo y publícalo tú.',
    ],
    action: { label: 'Revisar mi viaje', url: `${site}/publish` },
    facts: journey(data),
  }),
})
