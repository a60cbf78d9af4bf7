import { channels, defineMessage, journey } from '#server/modules/foundation/notifications/index.ts'

/** A text of the team to everybody of a trip, by every channel: they are on the road. */
export const tripTold = defineMessage('trip_told', 'account', {
  channels: channels.texted,
  words: (data: { path: string; from: string; to: string; at: string; text: string }, site) => ({
    heading: 'El equipo de Cupo les escribió a todos los del viaje',
    paragraphs: data.text.split(/\n+/),
    action: { label: 'Ver el viaje', url: `${site}${data.path}` },
    help: { title: '¿Quieres responder?', path: data.path },
    facts: journey(data),
  }),
})
