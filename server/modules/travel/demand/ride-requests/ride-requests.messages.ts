import {
  channels,
  defineMessage,
  instantFormat,
  pesosFormat,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'

type Way = { path: string; from: string; to: string }

const wayOf = ({ from, to }: Way) => `de ${from} a ${to}`

export const rideInvited = defineMessage('ride_invited', 'alerts', {
  channels: channels.everywhere,
  words: (data: Way & { driver: string; boardsAt: string; price: number }, site) => ({
    heading: `Te invitan a un viaje ${wayOf(data)}`,
    paragraphs: ['El cupo no se guarda: resérvalo si te sirve.'],
    action: { label: 'Ver el viaje', url: `${site}${data.path}` },
    facts: [
      ['Conduce', unlinked(data.driver)],
      ['Subes', instantFormat.format(new Date(data.boardsAt))],
      ['Precio por cupo', pesosFormat.format(data.price)],
    ],
    closing: ['Recibes este mensaje porque publicaste que buscas cupo por ese camino.'],
  }),
})

export const rideWanted = defineMessage('ride_wanted', 'alerts', {
  channels: channels.onlyApp,
  words: (data: Way, site) => ({
    subject: `Buscan cupo ${wayOf(data)}`,
    heading: `Alguien busca cupo ${wayOf(data)}`,
    paragraphs: ['Tu viaje pasa por ese camino a esa hora. Invita a esa persona si quieres.'],
    action: { label: 'Ver quién busca', url: `${site}${data.path}` },
  }),
})

export const rideRequestOver = defineMessage('ride_request_over', 'alerts', {
  channels: channels.onlyApp,
  words: (data: Way, site) => ({
    subject: `Tu solicitud ${wayOf(data)} terminó`,
    heading: `Tu solicitud de cupo ${wayOf(data)} terminó`,
    paragraphs: ['Pasó la hora que pediste sin que reservaras un cupo.'],
    action: { label: 'Buscar otra vez', url: `${site}${data.path}` },
  }),
})
