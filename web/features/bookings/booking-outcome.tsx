import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { NoShowNotice } from './dispute-no-show.tsx'
import { DriverAbsentNotice } from './driver-absent.tsx'
import { moneyBack } from './money-back.ts'

const LOST = 'Resolvimos tu reclamo a favor del conductor'

const titles: Partial<Record<BookingState, string>> = {
  rejected: 'El conductor no pudo aceptarte',
  expired: 'El conductor no respondió a tiempo',
  cancelled_by_passenger: 'Cancelaste tu cupo',
  cancelled_by_driver: 'El conductor canceló tu reserva',
  decided_for_passenger: 'Resolvimos tu reclamo a tu favor',
  checked_in_upheld: LOST,
  completed_upheld: LOST,
  trip_cancelled: 'El conductor canceló el viaje',
  no_show: 'El conductor marcó que no llegaste',
}

const tones: Partial<Record<BookingState, 'info' | 'ok'>> = {
  cancelled_by_passenger: 'info',
  decided_for_passenger: 'ok',
  checked_in_upheld: 'info',
  completed_upheld: 'info',
}

/** States what happens to seat and money when the booking did not end normally. */
export function BookingOutcome({ booking }: { booking: BookingView }) {
  const { state, expiresAt, paymentMode } = booking
  if (state === 'requested') {
    return (
      <Banner tone="warn" live="off" title="El conductor aún no responde">
        {expiresAt && `Tiene hasta las ${timeAndDay(expiresAt)}. `}
        {paymentMode === 'billetera'
          ? 'Si no acepta, tu dinero vuelve completo a la billetera.'
          : 'Si no acepta, no pagas nada.'}
      </Banner>
    )
  }
  if (state === 'no_show_claimed' || state === 'no_show_disputed') {
    return <NoShowNotice booking={booking} />
  }
  if (state === 'confirmed' || state === 'driver_absent') {
    return <DriverAbsentNotice booking={booking} />
  }
  const title = titles[state]
  if (!title) return null
  return (
    <Banner
      tone={tones[state] ?? 'err'}
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
