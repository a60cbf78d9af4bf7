import type { BookingView } from '#contract/booking-view.ts'
import { dateLong, dayAndTime, perSeats, pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { AnswerBooking } from '#web/shared/bookings/answer-booking.tsx'
import { aboardText, bookingWordsOf, RESCUED } from '#web/shared/bookings/booking-words.ts'
import { ClaimNoShow } from '#web/shared/bookings/claim-no-show.tsx'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { PointLine, PointToAgree } from '#web/shared/trips/point-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BookingFiles } from './booking-files.tsx'
import { DeniedCheckIn, DisputeNotice, NoShowNotice } from './booking-notices.tsx'
import { BookingRating } from './booking-rating.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { ChangeMeeting } from './change-booking.tsx'

/** The driver's view of a booking: passenger, pick-up, payment. */
export function DriverBooking({ booking }: { booking: BookingView }) {
  const { passenger, from, to, aboardSaidAt, aboardPostsAt } = booking
  const status = bookingWordsOf(booking)
  return (
    <Page
      title={`Reserva de ${passenger.name}`}
      back={{ to: paths.ownTrip(booking.tripId), label: 'Tu viaje' }}
      actions={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      <ActionResult about={booking.id}>
        <NoShowNotice booking={booking} />
        <DisputeNotice booking={booking} />
        <DeniedCheckIn booking={booking} />
        {aboardSaidAt && aboardPostsAt && (
          <Banner
            tone="info"
            title={aboardText(
              { saidAt: aboardSaidAt, postsAt: aboardPostsAt },
              booking.paymentMode,
            )}
          >
            Si está contigo, escanea su tiquete y queda registrado ya.
          </Banner>
        )}
      </ActionResult>
      {booking.status === 'requested' && <Answer booking={booking} />}
      <BookingRating booking={booking} />
      <Card className="grid gap-5">
        <div className="flex items-center gap-3">
          <Avatar name={passenger.name} photoUrl={passenger.photoUrl} size="lg" />
          <div className="min-w-0">
            <p className="text-lg font-bold break-words">{passenger.name}</p>
            {passenger.verified ? (
              <TrustBadge text="Identidad verificada" />
            ) : (
              <p className="text-sm text-muted">Sin verificar</p>
            )}
            <Link to={paths.person(passenger.id)} tall>
              Ver su perfil
            </Link>
          </div>
        </div>
        <p className="font-semibold first-letter:uppercase">{dateLong(from.at)}</p>
        <RouteLine
          stops={[
            { name: from.name, at: from.at, detail: <Where text="Sube aquí" stop={from} /> },
            { name: to.name, at: to.at, detail: <Where text="Baja aquí" stop={to} /> },
          ]}
        />
        {booking.rescued && <p className="font-semibold">{RESCUED}</p>}
        <Money booking={booking} />
      </Card>
      {booking.can.changeMeeting && <ChangeMeeting booking={booking} />}
      <CardSection title="Cómo va">
        <BookingTimeline booking={booking} />
      </CardSection>
      <div className="flex flex-wrap gap-3">
        {booking.can.claimNoShow && (
          <ClaimNoShow booking={booking} passenger={passenger.name} stop={from.name} />
        )}
        <WriteButton tripId={booking.tripId} to={passenger.id} text="Escribir al pasajero" />
        <BookingFiles booking={booking} />
        {booking.can.cancel && <CancelBooking booking={booking} />}
        <PersonMenu userId={passenger.id} name={passenger.name} />
      </div>
    </Page>
  )
}

function Where({ text, stop }: { text: string; stop: BookingView['from'] }) {
  return (
    <>
      {text}
      {stop.point ? <PointLine point={stop.point} className="mt-1" /> : <PointToAgree />}
    </>
  )
}

const keepsWords: Record<BookingView['paymentMode'], string> = {
  billetera: 'Recibes en tu billetera, sin la comisión',
  directo: 'Te queda, sin la comisión',
}

function Money({ booking }: { booking: BookingView }) {
  const { seats, price, paymentMode, driverEarns, driverMoneyPart } = booking
  const earns = driverMoneyPart === 'in_question' ? 'Por resolver' : keepsWords[paymentMode]
  return (
    <Facts
      className="tnum grid grid-cols-2 gap-4 border-t border-line pt-4"
      facts={[
        ['Cupos', seatsText(seats)],
        ['Forma de pago', paymentModeWords[paymentMode].title],
        ['Precio', pesos(price)],
        [earns, driverEarns !== null && pesos(driverEarns)],
      ]}
    />
  )
}

function Answer({ booking }: { booking: BookingView }) {
  const { expiresAt, passenger, seats } = booking
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">¿Llevas a {passenger.name}?</h2>
        {expiresAt && (
          <p className="text-muted">
            Tienes hasta {dayAndTime(expiresAt)} para responder; después la solicitud se vence y
            {perSeats(seats, ' el cupo queda libre', ' los cupos quedan libres')}.
          </p>
        )}
      </div>
      <AnswerBooking booking={booking} />
    </Card>
  )
}
