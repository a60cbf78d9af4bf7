import { Bell } from 'lucide-react'
import { use } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { daysAround } from '#web/shared/demand/days-around.ts'
import { wishesText } from '#web/shared/demand/list-wishes.ts'
import type { ButtonVariant } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { readView } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

/** Wishes of a list by the filter of the results. */
const wishes = { mujeres: 'womenOnly', mascotas: 'pets', silladeruedas: 'wheelchair' } as const

/** What a list that is made from these results may buy: with "Solo mujeres" only such cars. */
export function useWishes(): string | null {
  const [params] = useSearchParams()
  const { filters } = readView(params)
  return wishesText(filters.map((name) => name in wishes && wishes[name as keyof typeof wishes]))
}

type CreateAlertProps = { query: SearchQuery; variant?: ButtonVariant }

/** Link to the form that saves the search, filled in with it. */
export function CreateAlert({ query, variant = 'primary' }: CreateAlertProps) {
  const now = use(Today)
  const wishes = useWishes()
  const isOver = query.date < now
  const day = isOver ? now : query.date
  const { from, to, seats } = query
  return (
    <ButtonLink
      variant={variant}
      Icon={Bell}
      to={paths.alerts({ from, to, seats, ...daysAround(day), date: day, wishes })}
    >
      Avísame
    </ButtonLink>
  )
}

/** Offer of an alert below a short list of results. */
export function MayComeLater({ query }: { query: SearchQuery }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <p className="min-w-0 flex-1 basis-60">
        ¿Ninguno te sirve? Te escribimos cuando publiquen otro para esos días.
      </p>
      <CreateAlert query={query} variant="secondary" />
    </Card>
  )
}
