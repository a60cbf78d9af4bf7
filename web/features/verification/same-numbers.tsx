import type { SameNumber } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { CardSection } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/** Document numbers that several people gave. Their documents show who the owner is. */
export function SameNumbers() {
  const query = useRead(queryKeys.sameNumbers(), (signal) =>
    api.verification.sameNumbers({ signal }),
  )
  if (query.error) {
    return (
      <LoadFailed
        what="los números repetidos"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const cases = query.data?.cases ?? []
  if (cases.length === 0) return null
  return (
    <CardSection title="Números de documento repetidos">
      <p className="mb-3 text-muted">
        Queda con el número quien lo demuestre: al aprobar a una persona, ninguna otra se puede
        aprobar con él.
      </p>
      <ul className="divide-y divide-line">
        {cases.map(({ people }) => (
          <li key={people[0]?.id} className="py-3 first:pt-0 last:pb-0">
            <People people={people} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

export function People({ people }: { people: readonly SameNumber[] }) {
  return (
    <ul className="grid gap-1">
      {people.map((person) => (
        <li key={person.id} className="min-w-0 break-words">
          <span className="font-medium">{person.name}</span>
          {person.verified ? ' · Verificado' : ' · Sin verificar'} · Cuenta desde{' '}
          {dateShort(person.since)}
        </li>
      ))}
    </ul>
  )
}
