import { CarFront, Clock3 } from 'lucide-react'
import { useParams } from 'react-router'
import type { RescueAsk } from '#contract/connections-rescues.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dayAndTime, decimal, perSeats, seats, theTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'

export const meta = unlisted('Un cupo')

/** How often the page asks whether another driver agreed, in ms. */
const WATCH_MS = 30_000

/** Asks a driver for a seat for a person whose own driver failed. */
export default function Ask() {
  const { bookingId = '' } = useParams()
  const answer = useRead(
    queryKeys.ask(bookingId),
    (signal) => api.connections.ask({ params: { bookingId }, signal }),
    { refetchInterval: WATCH_MS },
  )
  const ask = neededAnswer(answer)?.ask
  return (
    <Page back={{ to: paths.myTrips('conductor'), label: 'Mis viajes' }}>
      {ask ? (
        <Question bookingId={bookingId} ask={ask} />
      ) : (
        <QueryState query={answer} what="la pregunta" rows={1} rowClass="h-40" />
      )}
    </Page>
  )
}

/** What happened, and what the driver is asked or thanked for. */
function wordsOf({ status, firstName, until, seats: count }: RescueAsk): [string, string, string] {
  const said = (one: string, several: string) => perSeats(count, one, several)
  const it = said('el cupo', 'los cupos')
  const question =
    `Su conductor falló. Si eres el primero en decir que sí, le guardamos ${it} unos ` +
    `minutos para que ${said('lo', 'los')} tome. Si no respondes, no pasa nada.`
  const words: Record<RescueAsk['status'], [string, string, string]> = {
    open: [`Responde hasta ${theTime(until)}`, `¿Llevas a ${firstName}?`, question],
    declined: ['Dijiste que no', `¿Llevas a ${firstName}?`, question],
    kept: [
      `Guardado hasta ${theTime(until)}`,
      `Le guardamos ${it} a ${firstName}`,
      said(
        'Te avisamos si lo toma. Si no, el cupo vuelve a la venta.',
        'Te avisamos si los toma. Si no, los cupos vuelven a la venta.',
      ),
    ],
    booked: ['Listo', `${firstName} va contigo`, 'Está en tu lista de pasajeros.'],
    ended: [
      'Terminó',
      `${firstName} ya no va contigo`,
      'Su reserva en tu viaje se canceló o se cerró.',
    ],
    changed: [
      'Tu viaje cambió',
      `${firstName} no tiene cupo guardado`,
      `Cambiaste o cancelaste tu viaje, así que no le guardamos ${it}.`,
    ],
    not_taken: [
      'Sin tomar',
      `${firstName} no tomó ${it}`,
      said('El cupo está otra vez a la venta.', 'Los cupos están otra vez a la venta.'),
    ],
    found: ['Resuelto', `${firstName} ya encontró carro`, 'No tienes que hacer nada. Gracias.'],
    over: [
      'Terminó',
      `${firstName} ya no busca cupo en tu viaje`,
      'Pasó la hora de responder, o encontró otra forma de viajar.',
    ],
  }
  return words[status]
}

function Question({ bookingId, ask }: { bookingId: string; ask: RescueAsk }) {
  const answer = useAct(
    (agrees: boolean) => api.connections.answerAsk({ params: { bookingId }, body: { agrees } }),
    { refresh: [queryKeys.ask(bookingId), queryKeys.agenda()] },
  )
  const [state, title, text] = wordsOf(ask)
  const { from, to, rating } = ask
  const isOpen = ask.status === 'open' || ask.status === 'declined'
  const person = [rating && `★ ${decimal(rating)}`, seats(ask.seats)].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-4">
      <MomentHead
        tone={isOpen ? 'warn' : 'plain'}
        Icon={isOpen ? Clock3 : CarFront}
        state={state}
        aside={`${from.name} → ${to.name}`}
        title={title}
      >
        <p className="tnum mt-1 font-semibold first-letter:uppercase">
          {dayAndTime(from.at)} · {person}
        </p>
        <p className="mt-1">{text}</p>
      </MomentHead>
      <ErrorBanner error={answer.error} />
      {ask.status === 'open' && (
        <Button
          variant="secondary"
          pending={answer.isPending && !answer.variables}
          pendingText="Enviando…"
          onClick={() => answer.mutate(false)}
        >
          No puedo
        </Button>
      )}
      <BottomBar
        action={
          isOpen ? (
            <Button
              pending={answer.isPending && answer.variables}
              pendingText={`Guardando ${perSeats(ask.seats, 'el cupo', 'los cupos')}…`}
              onClick={() => answer.mutate(true)}
            >
              Sí, hay cupo
            </Button>
          ) : (
            <ButtonLink to={paths.ownTrip(ask.tripId)}>Ver mi viaje</ButtonLink>
          )
        }
      />
    </div>
  )
}
