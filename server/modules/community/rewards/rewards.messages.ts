import {
  channels,
  defineMessage,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import { points } from './points-words.ts'

type Card = 'green' | 'gold' | null
type Kind = 'trip' | 'referral'

const about: Record<Kind, string> = { trip: 'un viaje', referral: 'una invitación' }

const page = (site: string) => `${site}/recompensas`

export const rewardRedeemed = defineMessage('reward_redeemed', 'news', {
  channels: channels.everywhere,
  path: '/recompensas#codigos',
  words: (data: { title: string; points: number }, site) =>
    said(
      'Tu código está listo',
      [`Canjeaste ${points(data.points)} por “${unlinked(data.title)}”.`],
      { label: 'Ver mi código', url: `${page(site)}#codigos` },
    ),
})

export const pointsEarned = defineMessage('points_earned', 'news', {
  channels: channels.onlyApp,
  words: (data: { points: number }, site) =>
    said(
      `Ganaste ${points(data.points)} por un viaje`,
      ['Cámbialos por descuentos y bonos en Recompensas.'],
      { label: 'Ver mis puntos', url: page(site) },
    ),
})

export const pointsTaken = defineMessage('points_taken', 'news', {
  channels: channels.everywhere,
  words: (data: { taken: number; missing: number }, site) =>
    said('Descontamos puntos de un viaje', takenWords(data), {
      label: 'Ver mis puntos',
      url: page(site),
    }),
})

export const pointsWaiting = defineMessage('points_waiting', 'news', {
  channels: channels.onlyApp,
  words: (data: { kind: Kind }, site) =>
    said(
      `Revisamos los puntos de ${about[data.kind]}`,
      ['Antes de sumarlos los mira una persona de Cupo. Te avisamos qué decide.'],
      { label: 'Ver mis puntos', url: page(site) },
    ),
})

export const pointsDecided = defineMessage('points_decided', 'news', {
  channels: channels.everywhere,
  words: (data: { kind: Kind; paid: boolean; trip?: 'disputed' | 'undone' }, site) =>
    said(
      `Revisamos los puntos de ${about[data.kind]}`,
      [
        data.trip
          ? unpaid[data.trip]
          : data.paid
            ? 'Los sumamos a tus puntos.'
            : 'Decidimos no sumarlos.',
      ],
      { label: 'Ver mis puntos', url: page(site) },
    ),
})

/** Why points that the team agreed to pay are not given, or not yet. */
const unpaid = {
  disputed: 'Los sumamos si la objeción sobre el viaje se decide a favor del conductor.',
  undone: 'El viaje que los sumaba ya no cuenta como viajado: no hay puntos que sumar.',
} as const

export const cardChanged = defineMessage('card_changed', 'news', {
  channels: channels.everywhere,
  words: ({ had, has }: { had: Card; has: Card }, site) => {
    const action = { label: 'Ver mi tarjeta', url: page(site) }
    if (has === 'gold') {
      return said('Ya tienes la tarjeta Gold', ['Gracias por viajar tanto y tan bien.'], action)
    }
    if (has === 'green' && had === null) {
      return said('Ya tienes la tarjeta Green', ['Bienvenido a la comunidad.'], action)
    }
    const lost = `Ya no tienes la tarjeta ${names[had ?? 'green']}`
    const now = has ? 'Sigues con la tarjeta Green.' : 'Vuelve cuando cumplas los pasos.'
    return said(lost, [`${now} En Recompensas ves qué te falta.`], action)
  },
})

function takenWords({ taken, missing }: { taken: number; missing: number }): string[] {
  const why = 'El viaje que los sumó ya no cuenta como viajado.'
  if (missing === 0) return [why, `Descontamos ${points(taken)}.`]
  return [
    why,
    `Descontamos ${points(taken)}. Ya habías gastado ${points(missing)}: no quedas debiendo nada.`,
  ]
}

const names = { green: 'Green', gold: 'Gold' } as const

function said(heading: string, paragraphs: string[], action: { label: string; url: string }) {
  return { heading, paragraphs, action }
}
