import { CarFront, Clock3, Moon, SearchX } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { BookingView } from '#contract/booking-view.ts'
import type { RescueCar, RescueView } from '#contract/connections-rescues.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import {
  calendarDate,
  dayAndTime,
  dayInSentence,
  perSeats,
  pesos,
  plural,
  sentence,
  theTime,
  time,
  tripTime,
} from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { Page } from '#web/ui/page.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { moneyBack } from './money-back.ts'
import { CarCard, Drivers } from './rescue-cars.tsx'

export const meta = unlisted('Otro carro')

type Shown = { booking: BookingView; rescue: RescueView | null }

/** How often the page asks whether the car is still the same, in ms. */
const WATCH_MS = 30_000

/** The car that is kept for a passenger whose driver failed: taken by one press. */
export default function Rescue() {
  const { bookingId = '' } = useParams()
  const params = { bookingId }
  const answer = useRead(
    queryKeys.rescue(bookingId),
    async (signal): Promise<Shown> => {
      const [{ rescue }, { booking }] = await Promise.all([
        api.connections.rescue({ params, signal }),
        api.bookings.show({ params, signal }),
      ])
      return { rescue, booking }
    },
    { refetchInterval: WATCH_MS },
  )
  const shown = neededAnswer(answer)
  return (
    <Page dense back={{ to: paths.booking(bookingId), label: 'Tu reserva' }}>
      <div className="flex flex-col gap-4">
        {!shown && <QueryState query={answer} what="el otro carro" rows={2} rowClass="h-32" />}
        {shown && <Found {...shown} />}
      </div>
    </Page>
  )
}

function Found({ booking, rescue }: Shown) {
  const kept = rescue?.mayTake ? rescue.kept : null
  const actions = <Actions booking={booking} rescue={rescue} />
  return (
    <>
      <Head booking={booking} rescue={rescue} />
      {kept && <Drivers car={kept} />}
      {kept && actions}
      {rescue && rescue.others.length > 0 && rescue.status !== 'taken' && (
        <section aria-label="Otras opciones" className="grid gap-3">
          <h2 className="text-lg">Otras opciones ({rescue.others.length})</h2>
          {rescue.others.map((car) => (
            <CarCard key={car.parts.map(({ tripId }) => tripId).join()} car={car} />
          ))}
        </section>
      )}
      <p className="text-muted">{moneyBack(booking)}</p>
      {rescue?.status === 'asked' && <Asking bookingId={booking.id} rescue={rescue} />}
      {!kept && actions}
    </>
  )
}

/** What happened, and until when the car is kept. */
function Head({ booking, rescue }: Shown) {
  const { words, ...face } = faceOf(booking, rescue)
  const aside = `${booking.from.name} → ${booking.to.name}`
  if (rescue?.mayTake && rescue.kept) return <KeptHead {...{ booking, rescue, car: rescue.kept }} />
  return (
    <MomentHead {...face} aside={aside}>
      <p className="mt-1">{words}</p>
    </MomentHead>
  )
}

type KeptProps = { booking: BookingView; rescue: RescueView; car: RescueCar }

/** The hour of the kept car, which replaces the failed one; until when it is kept. */
function KeptHead({ booking, rescue, car }: KeptProps) {
  const { from, to, seats, driver } = booking
  const isKept = rescue.status === 'offered'
  const [leaves, arrives] = [car.parts[0]?.from ?? from, car.parts.at(-1)?.to ?? to]
  const what = seats === 1 ? 'un cupo' : plural(seats, 'cupo', 'cupos')
  return (
    <MomentHead
      tone={isKept ? 'band' : 'warn'}
      Icon={Clock3}
      state={
        isKept
          ? `Te ${perSeats(seats, 'lo', 'los')} guardamos hasta ${theTime(rescue.expiresAt)}`
          : 'Sin guardar'
      }
      before={
        <>
          {isKept
            ? `Te guardamos ${what} para`
            : perSeats(
                seats,
                'Si sigue libre, aún es tuyo:',
                'Si siguen libres, aún son tuyos:',
              )}{' '}
          {dayInSentence(leaves.at)}
        </>
      }
      title={time(leaves.at)}
      hour
    >
      <p className="tnum font-semibold">
        {leaves.name} → {arrives.name}, llegas {tripTime(arrives.at, leaves.at)}
      </p>
      <p className="mt-1 text-sm">
        Antes: <del className="tnum">{time(from.at)}</del> con {driver.name}
      </p>
    </MomentHead>
  )
}

type Face = Pick<ComponentProps<typeof MomentHead>, 'tone' | 'Icon' | 'state' | 'title'>

function faceOf(
  { from, driver, seats }: BookingView,
  rescue: RescueView | null,
): Face & { words: string } {
  const { status, asked = 0, expiresAt = '' } = rescue ?? {}
  const lost = sentence(`${driver.name} no te lleva ${dayAndTime(from.at)}`)
  if (status === 'waiting') {
    return {
      tone: 'warn',
      ...{ Icon: Moon, state: 'Descansa' },
      title: `Buscamos otro carro ${dayAndTime(expiresAt)}`,
      words: `${lost} A esa hora te guardamos el mejor que haya y te avisamos.`,
    }
  }
  if (status === 'asked') {
    return {
      tone: 'warn',
      ...{ Icon: Clock3, state: `Te avisamos hasta ${theTime(expiresAt)}` },
      title: `Preguntamos a ${plural(asked, 'conductor', 'conductores')}`,
      words:
        `${lost} Ningún carro se puede reservar al instante: si alguien dice que sí, te ` +
        `guardamos ${perSeats(seats, 'el cupo', 'los cupos')} unos minutos.`,
    }
  }
  if (status === 'taken') {
    return {
      tone: 'band',
      ...{ Icon: CarFront, state: 'Listo', title: 'Ya tienes otro carro' },
      words: 'Tu tiquete nuevo está en tu reserva.',
    }
  }
  const none =
    ' Ningún otro carro de ese camino se pudo guardar cerca de esa hora. ' +
    perSeats(seats, 'Si se libera un cupo te lo', `Si se liberan ${seats} cupos te los`) +
    ' guardamos y te avisamos.'
  const terminal = from.point?.name ?? `el terminal de ${from.name}`
  const bus = `También puedes salir en bus desde ${terminal}.`
  return {
    tone: 'err',
    ...{ Icon: SearchX, state: dayAndTime(from.at) },
    title: 'No hay otro carro guardado',
    words: `${lost}${status === 'none' ? none : ''} ${bus}`,
  }
}

/** Taking the car by one press, giving it up, or the price up to which it is taken. */
function useAnswer(bookingId: string) {
  const navigate = useNavigate()
  const params = { bookingId }
  const refresh = [queryKeys.rescue(bookingId), queryKeys.agenda(), queryKeys.balance()]
  const take = useAct(
    ({ car: { price }, cover }: { car: RescueCar; cover: number }) => {
      const body = { expectedPrice: price, expectedCover: cover }
      return sendConfirmed(`rescue:${bookingId}`, body, (idempotencyKey) =>
        api.connections.takeRescue({ params, body, idempotencyKey }),
      )
    },
    {
      onDone: ({ bookings: [made] }) => {
        if (made) void navigate(paths.booking(made.id), { replace: true })
      },
      refresh,
    },
  )
  const decline = useAct(() => api.connections.declineRescue({ params }), { refresh })
  const limit = useAct(
    (upTo: number | null) => api.connections.limitRescue({ params, body: { upTo } }),
    { refresh },
  )
  return { take, decline, limit }
}

/** The one main action: take the car, read the ticket, or search. */
function Actions({ booking, rescue }: Shown) {
  const { from, to, seats, id } = booking
  const made = rescue?.newBookingIds[0]
  if (made) {
    return <BottomBar action={<ButtonLink to={paths.booking(made)}>Ver mi tiquete</ButtonLink>} />
  }
  if (rescue?.mayTake && rescue.kept) {
    return <Answer {...{ bookingId: id, seats, rescue, kept: rescue.kept }} />
  }
  const ends = { from: from.placeId, to: to.placeId, seats, date: calendarDate(from.at) }
  return <BottomBar action={<ButtonLink to={paths.search(ends)}>Buscar otro viaje</ButtonLink>} />
}

/** Up to which price a car is booked as soon as its driver agrees, and the way out. */
function Asking({ bookingId, rescue }: { bookingId: string; rescue: RescueView }) {
  const { decline, limit } = useAnswer(bookingId)
  const [max, setMax] = useState(rescue.takeUpTo ?? rescue.fareBefore)
  const isSet = (limit.isPending ? limit.variables : rescue.takeUpTo) !== null
  return (
    <>
      <ErrorBanner error={limit.error ?? decline.error} />
      <Card className="grid gap-3 p-4!">
        <PesoField
          label="Tu máximo por todos los cupos"
          value={max || null}
          onChange={(value) => setMax(value ?? 0)}
          disabled={isSet}
        />
        <Checkbox
          label={`Tómalo hasta ${pesos(max)}`}
          hint={
            'Si un conductor dice que sí y cuesta eso o menos, lo reservamos de una vez por ti. ' +
            'Si le falta algo que tu viaje ofrecía, te preguntamos antes.'
          }
          checked={isSet}
          pending={limit.isPending}
          onChange={({ target }) => limit.mutate(target.checked ? max : null)}
        />
      </Card>
      <Button variant="secondary" run={decline} pendingText="Terminando…">
        Ya no busques
      </Button>
    </>
  )
}

type Kept = { bookingId: string; seats: number; rescue: RescueView; kept: RescueCar }

/** The one press, what it costs more, and the way out. */
function Answer({ bookingId, seats, rescue, kept }: Kept) {
  const { take, decline } = useAnswer(bookingId)
  const { byWallet, cover } = rescue
  const more = kept.price - cover - rescue.fareBefore
  return (
    <>
      <ErrorBanner error={take.error ?? decline.error} />
      {rescue.missing > 0 && (
        <Banner tone="warn" title={`Te faltan ${pesos(rescue.missing)} en tu billetera`}>
          Recarga tu billetera y vuelve: mientras tanto corre el tiempo del cupo guardado.
        </Banner>
      )}
      <BottomBar
        // Last on a phone, where it sticks to the bottom; below the car on a wide screen.
        className="max-md:order-last"
        action={
          rescue.missing > 0 ? (
            <ButtonLink
              to={paths.wallet({ amount: rescue.missing, returnTo: paths.rescue(bookingId) })}
            >
              Recargar {pesos(rescue.missing)}
            </ButtonLink>
          ) : (
            <Button
              pending={take.isPending}
              pendingText="Reservando…"
              onClick={() => take.mutate({ car: kept, cover })}
            >
              Tomar {seats === 1 ? 'este cupo' : `estos ${plural(seats, 'cupo', 'cupos')}`}
            </Button>
          )
        }
      >
        <p className="tnum font-semibold">
          {byWallet ? pesos(kept.price) : `${pesos(kept.price)} al conductor`}
        </p>
        <p className="text-sm text-muted">
          {cover > 0 && <>Cupo pone {pesos(cover)} · </>}
          {more === 0
            ? 'lo mismo que antes'
            : `${pesos(Math.abs(more))} ${more > 0 ? 'más' : 'menos'}`}
        </p>
      </BottomBar>
      <Button variant="ghost" className="self-center" run={decline} pendingText="Soltando…">
        No lo quiero
      </Button>
    </>
  )
}
