/** What passengers who look for seats, and drivers along their way, are told. */
import type { MailContent } from '#server/platform/room-message.ts'
import { instantFormat, pesosFormat, unlinked } from './mail-content.ts'

type Way = { path: string; from: string; to: string }

export type RideMail =
  | {
      template: 'ride_invited'
      data: Way & { driver: string; boardsAt: string; price: number }
    }
  | { template: 'ride_wanted'; data: Way }
  | { template: 'ride_request_over'; data: Way }

const templates: readonly string[] = ['ride_invited', 'ride_wanted', 'ride_request_over']

export function isRideMail<T extends { template: string }>(
  mail: T,
): mail is T & { template: RideMail['template'] } {
  return templates.includes(mail.template)
}

export function rideMail(mail: RideMail, site: string): MailContent {
  const { from, to, path } = mail.data
  const way = `de ${from} a ${to}`
  const url = `${site}${path}`
  switch (mail.template) {
    case 'ride_invited':
      return {
        subject: `Te invitan a un viaje ${way}`,
        heading: `Te invitan a un viaje ${way}`,
        paragraphs: ['El cupo no se guarda: resérvalo si te sirve.'],
        action: { label: 'Ver el viaje', url },
        facts: [
          ['Conduce', unlinked(mail.data.driver)],
          ['Subes', instantFormat.format(new Date(mail.data.boardsAt))],
          ['Precio por cupo', pesosFormat.format(mail.data.price)],
        ],
        closing: ['Recibes este mensaje porque publicaste que buscas cupo por ese camino.'],
      }
    case 'ride_wanted':
      return {
        subject: `Buscan cupo ${way}`,
        heading: `Alguien busca cupo ${way}`,
        paragraphs: ['Tu viaje pasa por ese camino a esa hora. Invita a esa persona si quieres.'],
        action: { label: 'Ver quién busca', url },
        facts: [],
        closing: [],
      }
    case 'ride_request_over':
      return {
        subject: `Tu solicitud ${way} terminó`,
        heading: `Tu solicitud de cupo ${way} terminó`,
        paragraphs: ['Pasó la hora que pediste sin que reservaras un cupo.'],
        action: { label: 'Buscar otra vez', url },
        facts: [],
        closing: [],
      }
  }
}
