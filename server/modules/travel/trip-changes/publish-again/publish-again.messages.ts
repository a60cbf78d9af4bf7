// Messages to drivers who drove a way lately and have nothing published on it.
import { channels, defineMessage, journey } from '#server/modules/foundation/notifications/index.ts'

type Way = { from: string; to: string; at: string }

export const publishAgain = defineMessage('publish_again', 'news', {
  channels: channels.everywhere,
  words: (data: Way & { tripId: string }, site) => ({
    heading: `¿Vuelves a ir de ${data.from} a ${data.to}?`,
    paragraphs: [
      'Tu viaje está listo con los mismos puntos, hora y carro: revísalo y publícalo.',
      'Todavía no tienes nada publicado por ese camino para los próximos 7 días.',
    ],
    action: {
      label: 'Revisar y publicar',
      url: `${site}/publish?repetir=${data.tripId}&paso=revisar`,
    },
    facts: journey(data),
    closing: ['Te lo preguntamos los jueves, máximo una vez por semana.'],
  }),
})

export const papersBeforeRepeat = defineMessage('papers_before_repeat', 'documents', {
  channels: channels.everywhere,
  /** `reason` is the sentence of the error, as the publishing screen would show it. */
  words: (data: Way & { reason: string }, site) => ({
    subject: 'Tus documentos antes de tu próximo viaje',
    heading: `Para volver a ir de ${data.from} a ${data.to} te falta un documento`,
    paragraphs: [data.reason, 'Súbelo ahora y alcanzas a publicar ese viaje.'],
    action: { label: 'Ver mis documentos', url: `${site}/documents` },
    facts: journey(data),
  }),
})
