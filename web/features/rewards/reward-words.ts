import type { CardProgress, Criterion, PointsMovement, RewardKind } from '#contract/rewards.ts'
import { number, plural } from '#web/lib/format.ts'

export const kindWords: Record<RewardKind, string> = {
  event_discount: 'Descuento en evento',
  fuel_voucher: 'Bono de combustible',
  gift: 'Regalo',
  vip_event: 'Acceso VIP a evento',
}

export const movementWords: Record<PointsMovement['kind'], string> = {
  trip: 'Viaje completado',
  referral: 'Invitación',
  redeemed: 'Canje',
  undone: 'Viaje que no contó',
}

/** Number of points in words: `1 punto`, `1.250 puntos`. */
export function points(count: number): string {
  return plural(count, 'punto', 'puntos')
}

/** Change of points with its sign: `+30`, `−500`. */
export function signedPoints(count: number): string {
  return count > 0 ? `+${number(count)}` : number(count)
}

/** Decimal number in Spanish: `4.75` → `4,75`, without trailing zeros. */
function decimal(value: number): string {
  return String(value).replace('.', ',')
}

/** One criterion of a card, with the current and the required value. */
export function criterionWords({ name, have, need }: Criterion, activeDays: number): string {
  switch (name) {
    case 'registered':
      return 'Completa tu registro'
    case 'verified':
      return 'Confirma tu correo y tu celular'
    case 'first_trip':
      return 'Haz tu primer viaje'
    case 'trips':
      return `Más de ${number((need ?? 1) - 1)} viajes completados (llevas ${number(have ?? 0)})`
    case 'rating': {
      const now = have === null ? 'aún no tienes' : `tienes ${decimal(have)}`
      return `Calificación de ${decimal(need ?? 5)} o más (${now})`
    }
    case 'active':
      return `Un viaje en los últimos ${activeDays} días, sin suspensiones`
  }
}

/** The next step to a card in one sentence; null when there is none. */
export function nextStep({ card, next, green, gold }: CardProgress): string | null {
  if (card === 'gold' && next !== 'gold') {
    return 'Esta noche la revisamos: mira qué te falta para conservarla.'
  }
  if (next !== card && next !== null) {
    const name = next === 'gold' ? 'Gold' : 'Green'
    return `Ya cumples los pasos: esta noche recibes la tarjeta ${name}.`
  }
  if (card === 'gold') return null
  const left = green.filter(({ done }) => !done).length
  if (left > 0) {
    const verb = left === 1 ? 'Te falta' : 'Te faltan'
    return `${verb} ${plural(left, 'paso', 'pasos')} para la tarjeta Green.`
  }
  const trips = gold.find(({ name }) => name === 'trips')
  const missing = (trips?.need ?? 0) - (trips?.have ?? 0)
  if (missing > 0) {
    const verb = missing === 1 ? 'Te falta' : 'Te faltan'
    return `${verb} ${plural(missing, 'viaje', 'viajes')} para la tarjeta Gold.`
  }
  return 'Ya tienes los viajes de la Gold: mira qué te falta.'
}
