import { useQuery } from '@tanstack/react-query'
import { CarFront } from 'lucide-react'
import { useParams } from 'react-router'
import type { Profile, ProfileBadge } from '#contract/profiles.ts'
import { PersonMenu } from '#web/domain/conduct/person-menu.tsx'
import { DriverRecord } from '#web/domain/marks/driver-record.tsx'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

export function meta() {
  return [{ title: 'Quién conduce · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** Public profile of a driver: no surname, no contact, no plate. */
export default function Person() {
  const { userId = '' } = useParams()
  const answer = useQuery({
    queryKey: queryKeys.person(userId),
    queryFn: ({ signal }) => api.profiles.show({ params: { userId }, signal }),
    staleTime: 60_000,
  })
  if (answer.data) return <Shown profile={answer.data.profile} />
  if (hasCode(answer.error, 'person_not_found', 'invalid_request')) return <NotFound />
  return (
    <Page title="Quién conduce">
      {answer.isError ? (
        <LoadFailed
          what="este perfil"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      ) : (
        <SkeletonList rows={2} rowClass="h-40" />
      )}
    </Page>
  )
}

function NotFound() {
  return (
    <Page title="Quién conduce">
      <EmptyState
        region="paramo"
        title="No encontramos a esa persona"
        action={<ButtonLink to={paths.search()}>Buscar viajes</ButtonLink>}
      >
        Puede que el enlace esté incompleto o que ya no conduzca en Cupo.
      </EmptyState>
    </Page>
  )
}

const badgeWords: Record<ProfileBadge, string> = {
  identity: 'Identidad verificada',
  licence: 'Licencia vigente',
  vehicle: 'Carro con documentos al día',
}

function Shown({ profile }: { profile: Profile }) {
  const { name, photoUrl, badges, tripsCompleted, memberSince } = profile
  return (
    <Page title={name}>
      <Card className="flex flex-wrap items-center gap-5">
        <Avatar name={name} photoUrl={photoUrl} size="xl" />
        <div className="grid min-w-0 flex-1 basis-40 gap-1">
          {badges.length === 0 ? (
            <p className="text-muted">Sus documentos no están vigentes hoy.</p>
          ) : (
            <ul aria-label="Lo que verificamos" className="grid gap-1">
              {badges.map((badge) => (
                <li key={badge}>
                  <TrustBadge text={badgeWords[badge]} />
                </li>
              ))}
            </ul>
          )}
          <p className="mt-2">
            {tripsCompleted === 0
              ? 'Primeros viajes en Cupo'
              : plural(tripsCompleted, 'viaje completado', 'viajes completados')}
          </p>
          <p className="text-muted">En Cupo desde el {dateShort(memberSince)}</p>
        </div>
      </Card>
      <DriverRecord driver={profile} />
      <PersonMenu userId={profile.id} name={name} />
      {profile.vehicles.length > 0 && <Cars vehicles={profile.vehicles} />}
    </Page>
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
