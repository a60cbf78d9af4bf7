import type { BookingView } from '#contract/bookings.ts'
import { NoShowNotice } from '#web/domain/disputes/dispute-no-show.tsx'
import { isUnderReview, isWon } from '#web/domain/trips/trip-words.ts'
import { pesos, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { DriverAbsentNotice } from './driver-absent.tsx'

const titles = {
  rejected: 'El conductor no pudo aceptarte',
  expired: 'El conductor no respondió a tiempo',
  cancelled_by_passenger: 'Cancelaste tu cupo',
  cancelled_by_driver: 'El conductor canceló tu reserva',
  dispute_won: 'Resolvimos tu reclamo a tu favor',
  dispute_lost: 'Resolvimos tu reclamo a favor del conductor',
  trip_cancelled: 'El conductor canceló el viaje',
  no_show: 'El conductor marcó que no llegaste',
} as const

const tones = { cancelled_by_passenger: 'info', dispute_won: 'ok', dispute_lost: 'info' } as const

/** Nothing was held, so nothing returns. */
const DIRECT = 'Era pago directo: Cupo no tenía dinero tuyo y no te cobra nada.'

function moneyBack({ paymentMode, refunded, charged }: BookingView): string | null {
  if (paymentMode === 'directo') return DIRECT
  if (refunded === null) return null
  if (refunded === 0) return `${pesos(charged ?? 0)} fueron para el conductor.`
  const back = `Volvieron ${pesos(refunded)} a tu billetera`
  return charged ? `${back}; ${pesos(charged)} fueron para el conductor.` : `${back}.`
}

function outcomeOf(booking: BookingView): string {
  if (isWon(booking)) return 'dispute_won'
  const { objection, denial, status } = booking
  return objection?.decided || denial?.decided ? 'dispute_lost' : status
}

/** What it means for their seat and money, when it did not simply go well. */
export function BookingOutcome({ booking }: { booking: BookingView }) {
  const { status, expiresAt, paymentMode } = booking
  if (status === 'requested') {
    return (
      <Banner tone="warn" title="El conductor aún no responde">
        {expiresAt && `Tiene hasta las ${timeAndDay(expiresAt)}. `}
        {paymentMode === 'billetera'
          ? 'Si no acepta, tu dinero vuelve completo a la billetera.'
          : 'Si no acepta, no pagas nada.'}
      </Banner>
    )
  }
  if (booking.noShow && isUnderReview(booking)) return <NoShowNotice booking={booking} />
  if (status === 'confirmed') return <DriverAbsentNotice booking={booking} />
  const kind = outcomeOf(booking)
  const title = kind in titles ? titles[kind as keyof typeof titles] : null
  if (!title) return null
  return (
    <Banner
      tone={tones[kind as keyof typeof tones] ?? 'err'}
      live="off"
      title={title}
      action={
        <ButtonLink size="sm" variant="secondary" to={paths.search()}>
          Buscar otro viaje
        </ButtonLink>
      }
    >
      {moneyBack(booking)}
    </Banner>
  )
}
