import {
  channels,
  defineMessage,
  instantFormat,
  pesosFormat,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'

export type TripAlert = {
  /** Names of the places, not codes. */
  from: string
  to: string
  trips: { path: string; departsAt: string; price: number; driver: string; freed?: boolean }[]
  /** Number of matching trips that are not named here; `morePath` leads to them. */
  more: number
  morePath: string
  /** Token that unsubscribes from this alert. */
  token: string
}

/** Trips published since the last message of an alert, and full trips that have a seat again. */
export const tripAlert = defineMessage({
  name: 'trip_alert',
  topic: 'alerts',
  channels: channels.everywhere,
  path: '/alerts',
  mailbox: { kind: 'alerts', perHour: 30, perDay: 60 },
  words: (data: TripAlert, site) => {
    const { from, to, trips, more, token } = data
    const way = `de ${from} a ${to}`
    const count = trips.length + more
    return {
      ...titleOf(data, way, count),
      options: [
        ...trips.map(({ path, departsAt, price, driver, freed }) => ({
          title: instantFormat.format(new Date(departsAt)),
          detail:
            (freed ? 'Se liberó un cupo. ' : '') +
            `${pesosFormat.format(price)} por cupo, con ${unlinked(driver)}`,
          label: 'Ver el viaje',
          url: `${site}${path}`,
        })),
        ...(more > 0 ? [others(more, `${site}${data.morePath}`)] : []),
      ],
      facts: [],
      closing: ['Recibes este correo porque creaste una alerta para ese camino.'],
      unsubscribe: {
        page: `${site}/alerts?token=${token}`,
        oneClick: `${site}/api/alerts/unsubscribe/${token}`,
      },
    }
  },
})

function titleOf({ trips }: TripAlert, way: string, count: number) {
  const hurry = 'Los cupos no se guardan: reserva el tuyo.'
  if (count > 1) {
    return {
      subject: `${count} viajes ${way}`,
      heading: `Hay ${count} viajes ${way}`,
      paragraphs: [`Hay viajes como el que buscas. ${hurry}`],
    }
  }
  if (trips[0]?.freed) {
    return {
      heading: `Se liberó un cupo ${way}`,
      paragraphs: [`Un viaje como el que buscas estaba lleno y ya no. ${hurry}`],
    }
  }
  return {
    subject: `Viaje ${way}`,
    heading: `Hay un viaje ${way}`,
    paragraphs: [`Alguien publicó un viaje como el que buscas. ${hurry}`],
  }
}

function others(more: number, url: string) {
  return {
    title: more === 1 ? 'Y otro viaje más' : `Y otros ${more} viajes`,
    detail: 'Los encuentras buscando ese camino.',
    label: 'Buscar los demás',
    url,
  }
}
