/** What a person is told about points, cards and invitations. */
import type { MailContent } from '#server/platform/room-message.ts'
import { unlinked } from './mail-content.ts'

type Card = 'green' | 'gold' | null
type Kind = 'trip' | 'referral'

export type RewardMail =
  | { template: 'reward_redeemed'; data: { title: string; points: number } }
  | { template: 'points_earned'; data: { points: number } }
  | { template: 'points_taken'; data: { taken: number; missing: number } }
  | { template: 'points_waiting'; data: { kind: Kind } }
  | { template: 'points_decided'; data: { kind: Kind; paid: boolean } }
  | { template: 'referral_paid'; data: { name: string; points: number } }
  | { template: 'card_changed'; data: { had: Card; has: Card } }

const TEMPLATES: readonly string[] = [
  'reward_redeemed',
  'points_earned',
  'points_taken',
  'points_waiting',
  'points_decided',
  'referral_paid',
  'card_changed',
] satisfies RewardMail['template'][]

export function isRewardMail<M extends { template: string }>(
  mail: M,
): mail is M & { template: RewardMail['template'] } {
  return TEMPLATES.includes(mail.template)
}

const grouped = new Intl.NumberFormat('es-CO')
const points = (count: number) => (count === 1 ? '1 punto' : `${grouped.format(count)} puntos`)

const about: Record<Kind, string> = { trip: 'un viaje', referral: 'una invitación' }

export function rewardMail(mail: RewardMail, site: string): MailContent {
  const url = `${site}/recompensas`
  switch (mail.template) {
    case 'reward_redeemed':
      return said(
        'Tu código está listo',
        [`Canjeaste ${points(mail.data.points)} por “${unlinked(mail.data.title)}”.`],
        { label: 'Ver mi código', url: `${url}#codigos` },
      )
    case 'points_earned':
      return said(
        `Ganaste ${points(mail.data.points)} por un viaje`,
        ['Cámbialos por descuentos y bonos en Recompensas.'],
        { label: 'Ver mis puntos', url },
      )
    case 'points_taken':
      return said('Descontamos puntos de un viaje', takenWords(mail.data), {
        label: 'Ver mis puntos',
        url,
      })
    case 'points_waiting':
      return said(
        `Revisamos los puntos de ${about[mail.data.kind]}`,
        ['Antes de sumarlos los mira una persona de Cupo. Te avisamos qué decide.'],
        { label: 'Ver mis puntos', url },
      )
    case 'points_decided':
      return said(
        `Revisamos los puntos de ${about[mail.data.kind]}`,
        [mail.data.paid ? 'Los sumamos a tu saldo.' : 'Decidimos no sumarlos.'],
        { label: 'Ver mis puntos', url },
      )
    case 'referral_paid':
      return said(
        `Ganaste ${points(mail.data.points)} por invitar`,
        [`Es por la invitación con ${unlinked(mail.data.name)} y su primer viaje. Gracias.`],
        { label: 'Ver mis puntos', url },
      )
    case 'card_changed':
      return cardChanged(mail.data, url)
  }
}

function takenWords({ taken, missing }: { taken: number; missing: number }): string[] {
  const why = 'El viaje que los sumó ya no cuenta como viajado.'
  if (missing === 0) return [why, `Descontamos ${points(taken)}.`]
  return [
    why,
    `Descontamos ${points(taken)}. Ya habías gastado ${points(missing)}: no quedas debiendo nada.`,
  ]
}

const names = { green: 'Green', gold: 'Gold' } as const

function cardChanged({ had, has }: { had: Card; has: Card }, url: string): MailContent {
  const action = { label: 'Ver mi tarjeta', url }
  if (has === 'gold') {
    return said('Ya tienes la tarjeta Gold', ['Gracias por viajar tanto y tan bien.'], action)
  }
  if (has === 'green' && had === null) {
    return said('Ya tienes la tarjeta Green', ['Bienvenido a la comunidad.'], action)
  }
  const lost = `Ya no tienes la tarjeta ${names[had ?? 'green']}`
  const now = has ? 'Sigues con la tarjeta Green.' : 'Vuelve cuando cumplas los pasos.'
  return said(lost, [`${now} En Recompensas ves qué te falta.`], action)
}

function said(
  heading: string,
  paragraphs: string[],
  action: { label: string; url: string },
): MailContent {
  return { subject: heading, heading, paragraphs, action, facts: [], closing: [] }
}
