import { useQueryClient } from '@tanstack/react-query'
import { MapPin, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SHARE_AFTER_ARRIVAL_MINUTES } from '#contract/safety-limits.ts'
import type { TripShare } from '#contract/safety-shares.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** A trip of the person: a passenger's trip has a `bookingId`, a driver's trip has none. */
export type OwnTrip = { tripId: string; bookingId: string | null; from: string; to: string }

const NAME_MAX = 40

function sharesOf({ tripId, bookingId }: OwnTrip) {
  return bookingId
    ? api.safety.listBookingShares({ params: { bookingId } })
    : api.safety.listTripShares({ params: { tripId } })
}

function newShare({ tripId, bookingId }: OwnTrip, name: string) {
  return bookingId
    ? api.safety.shareBooking({ params: { bookingId }, body: { name } })
    : api.safety.shareTrip({ params: { tripId }, body: { name } })
}

/** Links of a trip that exist, and until when they work; `until` is null when none can be made. */
function useShares(trip: OwnTrip) {
  const queryKey = ['trip-shares', trip.bookingId ?? trip.tripId]
  const { data } = useRead(queryKey, () => sharesOf(trip))
  return { queryKey, shares: data?.shares ?? [], until: data?.until }
}

/** Makes a link by which others follow this trip, and shows it once. */
export function NewShare({ trip }: { trip: OwnTrip }) {
  const client = useQueryClient()
  const { queryKey, until } = useShares(trip)
  const [link, setLink] = useState<{ token: string; name: string } | null>(null)
  const make = useAct((name: string) => newShare(trip, name), {
    onDone: ({ token, share }) => {
      setLink({ token, name: share.name })
      return client.invalidateQueries({ queryKey })
    },
  })
  if (until === null) return <p className="text-muted">Este viaje ya no se puede seguir.</p>
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        Quien tenga el enlace ve cómo va tu viaje, el carro y la placa, sin tener cuenta. El enlace
        se apaga {SHARE_AFTER_ARRIVAL_MINUTES} minutos después de que marques que llegaste.
      </p>
      <ErrorBanner error={make.error} />
      {link ? (
        <Made link={link} trip={trip} onOther={() => setLink(null)} />
      ) : (
        <NewLink pending={make.isPending} onMake={(name) => make.mutate(name)} />
      )}
    </div>
  )
}

type ShareTripProps = {
  trip: OwnTrip
  /** Only people who have a link: the screen makes links elsewhere. */
  onlyFollowers?: boolean
}

/** Links by which others follow this trip, and this phone's position for them. */
export function ShareTrip({ trip, onlyFollowers = false }: ShareTripProps) {
  const client = useQueryClient()
  const { queryKey, shares, until } = useShares(trip)
  // A new key forgets the link just made, which may be the revoked one.
  const [revoked, setRevoked] = useState(0)
  const revoke = useAct(
    (share: TripShare) => api.safety.revokeShare({ params: { shareId: share.id } }),
    {
      refresh: () => {
        setRevoked((count) => count + 1)
        return client.invalidateQueries({ queryKey })
      },
    },
  )
  if (until === null || (onlyFollowers && shares.length === 0)) return null
  return (
    <CardSection
      title={onlyFollowers ? 'Quién sigue tu viaje' : 'Compartir mi viaje'}
      className="grid gap-4"
    >
      {!onlyFollowers && <NewShare key={revoked} trip={trip} />}
      <ErrorBanner error={revoke.error} />
      <Followers
        shares={shares}
        busy={revoke.isPending ? revoke.variables.id : null}
        onRevoke={(share) => revoke.mutate(share)}
      />
      {shares.length > 0 && <Position tripId={trip.tripId} />}
    </CardSection>
  )
}

function NewLink({ pending, onMake }: { pending: boolean; onMake: (name: string) => void }) {
  const [name, setName] = useState('')
  const [empty, setEmpty] = useState(false)
  return (
    <Form
      className="grid gap-3"
      onSend={() => {
        const given = name.trim()
        setEmpty(given === '')
        if (given !== '') onMake(given)
      }}
    >
      <TextField
        label="¿Con quién?"
        hint="Un nombre para reconocer el enlace; solo tú lo ves."
        placeholder="Mamá"
        maxLength={NAME_MAX}
        value={name}
        error={empty ? 'Escribe con quién lo compartes.' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Crear enlace
      </Button>
    </Form>
  )
}

type MadeProps = { link: { token: string; name: string }; trip: OwnTrip; onOther: () => void }

function Made({ link, trip, onOther }: MadeProps) {
  return (
    <Banner
      tone="ok"
      title={`Enlace para ${link.name}`}
      action={
        <div className="flex flex-wrap gap-3">
          <ShareButton
            label="Enviar el enlace"
            text={`Sigue mi viaje de ${trip.from} a ${trip.to} en Cupo:`}
            path={safetyLinks.follow(link.token)}
          />
          <Button size="sm" variant="ghost" onClick={onOther}>
            Compartir con alguien más
          </Button>
        </div>
      }
    >
      Envíalo ahora: por seguridad no lo volvemos a mostrar.
    </Banner>
  )
}

type FollowersProps = {
  shares: readonly TripShare[]
  busy: string | null
  onRevoke: (share: TripShare) => void
}

function Followers({ shares, busy, onRevoke }: FollowersProps) {
  if (shares.length === 0) return null
  return (
    <ul aria-label="Quién tiene un enlace" className="grid gap-2">
      {shares.map((share) => (
        <li
          key={share.id}
          className="flex flex-wrap items-center justify-between gap-2 rounded-control border
            border-line p-3"
        >
          <span className="flex min-w-0 items-center gap-2">
            <UserRound className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              {share.name}
              <span className="block text-sm text-muted">desde {dayAndTime(share.createdAt)}</span>
            </span>
          </span>
          <Button
            size="sm"
            variant="secondary"
            pending={busy === share.id}
            onClick={() => onRevoke(share)}
          >
            Dejar de compartir<span className="sr-only"> con {share.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Position({ tripId }: { tripId: string }) {
  const { state, start, stop } = useSharedPosition(tripId)
  if (state === 'on' || state === 'starting') {
    return (
      <Banner
        tone="info"
        title={state === 'on' ? 'Compartes tu posición' : 'Buscando tu posición…'}
        action={
          <Button size="sm" variant="secondary" onClick={stop}>
            Dejar de mostrar dónde estoy
          </Button>
        }
      >
        La ve quien tenga un enlace, mientras esta pantalla esté abierta. Guardamos solo la última y
        la borramos al terminar el viaje.
      </Banner>
    )
  }
  return (
    <div className="grid gap-2">
      <Button
        size="sm"
        variant="secondary"
        Icon={MapPin}
        className="justify-self-start"
        onClick={start}
      >
        Mostrar dónde estoy
      </Button>
      {state === 'refused' && (
        <p role="alert" className="text-sm text-err">
          No pudimos leer tu posición: revisa el permiso en tu navegador.
        </p>
      )}
      {state === 'unsupported' && (
        <p role="alert" className="text-sm text-err">
          Este navegador no puede leer tu posición.
        </p>
      )}
    </div>
  )
}

/** Links to safety screens, in a file of their own because every screen downloads `paths`. */
const safetyLinks = {
  /** A shared trip. The secret is in the fragment, which browsers do not send to servers. */
  follow: (token: string) => `/seguir#${token}`,
}

/** Minimum time between two sent positions, ms. */
const EVERY_MS = 15_000

type Sharing = 'off' | 'starting' | 'on' | 'refused' | 'unsupported'

/** `at` is `performance.now`, because the phone's clock can change during the trip. */
type Measured = { lat: number; lng: number; accuracyMeters: number; at: number }

/** Sends this phone's position from a press until stopped, trip over or screen left. */
function useSharedPosition(tripId: string) {
  const [state, setState] = useState<Sharing>('off')
  const stopped = useRef<(() => void) | null>(null)
  const stop = (next: Sharing = 'off') => {
    stopped.current?.()
    stopped.current = null
    setState(next)
  }
  useEffect(() => () => stopped.current?.(), [])

  const start = () => {
    if (!('geolocation' in navigator)) return setState('unsupported')
    stopped.current?.()
    setState('starting')
    let latest: Measured | null = null
    let sending = false
    const send = async () => {
      if (!latest || sending) return
      const { at, ...place } = latest
      const sent = latest
      sending = true
      try {
        const ageSeconds = Math.min(3600, Math.round((performance.now() - at) / 1000))
        await api.safety.sendPosition({ params: { tripId }, body: { ...place, ageSeconds } })
        if (latest === sent) latest = null
      } catch (error) {
        // Without a network, the next round sends the latest position.
        if (hasCode(error, 'position_not_shared')) stop()
      } finally {
        sending = false
      }
    }
    let first = true
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        latest = {
          lat: coords.latitude,
          lng: coords.longitude,
          accuracyMeters: Math.min(100_000, Math.round(coords.accuracy)),
          at: performance.now(),
        }
        setState('on')
        if (!first) return
        first = false
        void send()
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) stop('refused')
      },
      { enableHighAccuracy: true, maximumAge: 10_000 },
    )
    const timer = setInterval(() => void send(), EVERY_MS)
    stopped.current = () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
    }
  }
  return { state, start, stop: () => stop() }
}
