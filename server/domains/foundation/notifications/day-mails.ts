/** What people are told as a trip fills up, and on its day. */

import type { MailContent } from '#server/platform/room-message.ts'
import type { MailBody } from './mail-body.ts'
import { instantFormat } from './mail-content.ts'

type DataOf<T extends MailBody['template']> = Extract<MailBody, { template: T }>['data']

type DayMail = Extract<MailBody, { template: 'digest' | 'driver_near' | 'trip_full' }>

export function dayMail(mail: DayMail, site: string): MailContent {
  switch (mail.template) {
    case 'digest':
      return digest(mail.data, site)
    case 'driver_near':
      return driverNear(mail.data, site)
    case 'trip_full':
      return tripFull(mail.data, site)
  }
}

function driverNear(data: DataOf<'driver_near'>, site: string): MailContent {
  return {
    subject: 'Tu conductor va hacia tu parada',
    heading: 'Tu conductor va hacia tu parada',
    paragraphs: [`Ya pasó por ${data.passed}: la tuya es la siguiente. Ten a mano tu tiquete.`],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: [['Subes', instantFormat.format(new Date(data.picksUpAt))]],
    closing: [],
  }
}

function tripFull(data: DataOf<'trip_full'>, site: string): MailContent {
  return {
    subject: 'Tu viaje está lleno',
    heading: 'Tu viaje está lleno',
    context: `${data.from} → ${data.to} · ${instantFormat.format(new Date(data.at))}`,
    paragraphs: ['Vendiste todos los cupos. Si alguien cancela, vuelven a la venta.'],
    action: { label: 'Ver mi viaje', url: `${site}${data.path}` },
    facts: [],
    closing: [],
  }
}

/** Several messages of one trip in one mail. */
function digest({ items }: DataOf<'digest'>, site: string): MailContent {
  const [first] = items
  const heading =
    first && items.length === 1 ? first.title : `${items.length} novedades de tu viaje`
  return {
    subject: heading,
    heading,
    paragraphs: ['Pasaron en pocos minutos, por eso te las contamos juntas.'],
    options: items.map(({ title, body, path }) => ({
      title,
      detail: body,
      label: 'Ver la reserva',
      url: `${site}${path}`,
    })),
    facts: [],
    closing: [],
  }
}
