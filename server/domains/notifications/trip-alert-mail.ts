import { type MailContent, pesosFormat, unlinked } from './mail-content.ts'

export type TripAlert = {
  /** Names of the places. */
  from: string
  to: string
  trips: { path: string; departsAt: string; price: number; driver: string }[]
  /** Others that fit and are not named here, and where to find them. */
  more: number
  morePath: string
  /** Unsubscribes from this alert. */
  token: string
}

/** Trips published since the last message of an alert. */
export function tripAlert(data: TripAlert, site: string): MailContent {
  const { from, to, trips, more, token } = data
  const way = `de ${from} a ${to}`
  const count = trips.length + more
  return {
    subject: count === 1 ? `Viaje ${way}` : `${count} viajes ${way}`,
    heading: count === 1 ? `Hay un viaje ${way}` : `Hay ${count} viajes ${way}`,
    paragraphs: [
      count === 1
        ? 'Alguien publicó un viaje como el que buscas. Los cupos no se guardan: reserva el tuyo.'
        : 'Publicaron viajes como el que buscas. Los cupos no se guardan: reserva el tuyo.',
    ],
    options: [
      ...trips.map(({ path, departsAt, price, driver }) => ({
        title: departure.format(new Date(departsAt)),
        detail: `${pesosFormat.format(price)} por cupo, con ${unlinked(driver)}`,
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
}

function others(more: number, url: string) {
  return {
    title: more === 1 ? 'Y otro viaje más' : `Y otros ${more} viajes`,
    detail: 'Los encuentras buscando ese camino.',
    label: 'Buscar los demás',
    url,
  }
}

const departure = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})
