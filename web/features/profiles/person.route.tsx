import { CarFront, CreditCard } from 'lucide-react'
import { useParams } from 'react-router'
import type { Profile, ProfileBadge } from '#contract/profiles.ts'
import type { Rating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateShort, duration, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useRead } from '#web/lib/use-read.ts'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { averageWords, RatingLine } from '#web/shared/ratings/rating-line.tsx'
import { levelWords, partWords, starWords } from '#web/shared/ratings/rating-words.ts'
import { ReplyForm } from '#web/shared/ratings/reply-form.tsx'
import { WrittenRating } from '#web/shared/ratings/written-rating.tsx'
import { cardNames } from '#web/shared/rewards/member-card.tsx'
import { rewardKeys } from '#web/shared/rewards/reward-links.ts'
import { DriverRecord } from '#web/shared/standing/driver-record.tsx'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

export const meta = unlisted('Perfil')

/**
 * Public profile of a person: no surname, no contact data, no plate. Search engines must not index
 * it, because a private person did not ask to be found by name.
 */
export default function Person() {
  const { userId = '' } = useParams()
  const answer = useRead(
    queryKeys.person(userId),
    (signal) => api.profiles.show({ params: { userId }, signal }),
    { staleTime: 60_000 },
  )
  if (answer.data) return <Shown profile={answer.data.profile} />
  if (hasCode(answer.error, 'person_not_found', 'invalid_request')) return <NotFound />
  return (
    <Page title="Perfil">
      <QueryState query={answer} what="este perfil" rows={2} rowClass="h-40" />
    </Page>
  )
}

function NotFound() {
  return (
    <Page title="Perfil">
      <EmptyState
        region="paramo"
        title="No encontramos a esa persona"
        action={<ButtonLink to={paths.search()}>Buscar viajes</ButtonLink>}
      >
        Puede que el enlace esté incompleto o que aún no haya viajado en Cupo.
      </EmptyState>
    </Page>
  )
}

const badgeWords: Record<ProfileBadge, string> = {
  identity: 'Identidad verificada',
  licence: 'Licencia vigente',
  vehicle: 'Carro con documentos al día',
  phone: 'Teléfono comprobado',
}

function Shown({ profile }: { profile: Profile }) {
  const { name, photoUrl, badges, level, isDriver, memberSince, rating } = profile
  return (
    <Page title={name}>
      <Card className="flex flex-wrap items-center gap-5">
        <Avatar name={name} photoUrl={photoUrl} size="xl" />
        <div className="grid min-w-0 flex-1 basis-[12rem] gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RatingLine rating={rating} />
            {levelWords[level] && <StatusPill tone="ok">{levelWords[level]}</StatusPill>}
            <CardBadge userId={profile.id} />
          </p>
          {badges.length > 0 && (
            <ul aria-label="Lo que verificamos" className="grid gap-1">
              {badges.map((badge) => (
                <li key={badge}>
                  <TrustBadge text={badgeWords[badge]} />
                </li>
              ))}
            </ul>
          )}
          {badges.length === 0 && (
            <p className="text-muted">
              {isDriver ? 'Sus documentos no están vigentes hoy.' : 'Identidad sin verificar.'}
            </p>
          )}
          <p className="mt-2">{tripsSentence(profile)}</p>
          <p className="text-muted">En Cupo desde el {dateShort(memberSince)}</p>
        </div>
      </Card>
      {isDriver && <DriverRecord driver={profile} />}
      <PersonMenu userId={profile.id} name={name} />
      <Numbers profile={profile} />
      <ReceivedRatings profile={profile} />
      {profile.vehicles.length > 0 && <Cars vehicles={profile.vehicles} />}
    </Page>
  )
}

function tripsSentence({ tripsCompleted, tripsTravelled, rating }: Profile): string | null {
  const driven = plural(tripsCompleted, 'viaje completado', 'viajes completados')
  const ridden = plural(tripsTravelled, 'viaje como pasajero', 'viajes como pasajero')
  if (tripsCompleted + tripsTravelled === 0) {
    // Rated but without counted trips: a trip is counted only from the next day on.
    return rating.count === 0 ? 'Primeros viajes en Cupo' : null
  }
  if (tripsCompleted === 0) return ridden
  return tripsTravelled === 0 ? driven : `${driven} y ${ridden}`
}

/** How often the person answers requests and cancels bookings; figures without data are omitted. */
function Numbers({ profile: { requests, agreements } }: { profile: Profile }) {
  if (!requests && !agreements) return null
  const answered = requests && (
    <>
      {requests.answered} de {requests.of}
      {requests.minutes !== null && (
        <span className="font-normal text-muted"> · en unos {duration(requests.minutes)}</span>
      )}
    </>
  )
  return (
    <CardSection title="Cómo cumple">
      <Facts
        className="tnum grid gap-4 sm:grid-cols-2"
        facts={[
          ['Solicitudes respondidas', answered],
          ['Reservas que canceló', agreements && `${agreements.cancelled} de ${agreements.of}`],
        ]}
      />
    </CardSection>
  )
}

function Cars({ vehicles }: Pick<Profile, 'vehicles'>) {
  return (
    <CardSection title={vehicles.length === 1 ? 'Su carro' : 'Sus carros'}>
      <ul className="grid gap-4">
        {vehicles.map(({ brand, model, year, color }) => (
          <li key={`${brand} ${model} ${year} ${color}`} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="grid size-12 shrink-0 place-items-center rounded-full bg-rio-soft text-rio"
            >
              <CarFront className="size-6" />
            </span>
            <span className="min-w-0">
              <span className="block font-semibold break-words">
                {brand} {model} {year}
              </span>
              <span className="text-sm text-muted">
                Color <span className="lowercase">{color}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">Verás la placa al tener tu cupo.</p>
    </CardSection>
  )
}

/**
 * Membership card of a person on their profile; renders nothing without a card or after a failure.
 */
function CardBadge({ userId }: { userId: string }) {
  const { data } = useRead(
    rewardKeys.card(userId),
    (signal) => api.rewards.cardOf({ params: { userId }, signal }),
    { staleTime: 60_000 },
  )
  if (!data?.card) return null
  return (
    <StatusPill
      tone={data.card === 'gold' ? 'neutral' : 'ok'}
      icon={CreditCard}
      className={data.card === 'gold' ? 'bg-maiz! text-on-maiz!' : undefined}
    >
      Tarjeta {cardNames[data.card]}
    </StatusPill>
  )
}

/** Ratings that a person received: the distribution, then comments with replies. */
export function ReceivedRatings({ profile }: { profile: Profile }) {
  const { rating, name } = profile
  return (
    <CardSection title="Lo que dicen quienes viajaron">
      {rating.average === null ? (
        <p className="text-muted">
          Aún sin calificaciones. Aparecen aquí cuando {name} y la otra persona califican un viaje.
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Distribution rating={rating} average={rating.average} />
          <Comments profile={profile} />
        </div>
      )}
    </CardSection>
  )
}

type DistributionProps = { rating: Profile['rating']; average: number }

function Distribution({ rating: { stars, count }, average }: DistributionProps) {
  const rows = stars.map((found, i) => ({ found, value: i + 1 })).reverse()
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <p className="grid justify-items-center">
        <span className="tnum font-display text-4xl font-extrabold">{averageWords(average)}</span>
        <span className="text-sm text-muted">
          {plural(count, 'calificación', 'calificaciones')}
        </span>
      </p>
      <ul aria-label="Calificaciones por estrellas" className="grid flex-1 basis-48 gap-1 text-sm">
        {rows.map(({ found, value }) => (
          <li key={value} className="grid grid-cols-[5.5rem_minmax(0,1fr)_2rem] items-center gap-2">
            <span>{starWords(value)}</span>
            <span aria-hidden="true" className="h-2 rounded-full bg-line">
              <span
                className="block h-2 rounded-full bg-maiz"
                style={{ width: `${(100 * found) / count}%` }}
              />
            </span>
            <span className="tnum text-right">{found}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Comments({ profile: { id: userId, name } }: { profile: Profile }) {
  const [answer, pager] = usePages(
    (page) => ratingKeys.ofPerson(userId, page),
    (query, signal) => api.ratings.ofUser({ params: { userId }, query, signal }),
  )
  if (!answer.data)
    return <QueryState query={answer} what="los comentarios" rows={2} rowClass="h-24" />
  return (
    <>
      <ul className="grid gap-6">
        {answer.data.ratings.map((rating) => (
          <Comment key={rating.id} rating={rating} repliedBy={name} />
        ))}
      </ul>
      <Pager {...pager} of="calificaciones" />
    </>
  )
}

function Comment({ rating, repliedBy }: { rating: Rating; repliedBy: string }) {
  const { by, as, outcome, can } = rating
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Avatar name={by.name} photoUrl={by.photoUrl} size="sm" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <p className="flex items-center justify-between gap-2 font-semibold">
          <span className="min-w-0 break-words">
            <Link to={paths.person(by.id)}>{by.name}</Link>
          </span>
          <PersonMenu
            userId={by.id}
            name={by.name}
            context={{ kind: 'rating', id: rating.id }}
            iconLabel={`Reportar la calificación de ${by.name}`}
          />
        </p>
        <WrittenRating rating={rating} repliedBy={repliedBy} note={partWords(as, outcome)}>
          {can.reply && <ReplyForm ratingId={rating.id} />}
        </WrittenRating>
      </div>
    </li>
  )
}
