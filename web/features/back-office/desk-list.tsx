import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  type DeskFilter,
  DeskFilters,
  type FilterField,
  readFilter,
  writeFilter,
} from '#web/domain/back-office/desk-filters.tsx'
import { today } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { FindBox, Rows } from './desk-parts.tsx'

type Listed<Item> = { items: Item[]; next: string | null; methods?: readonly string[] }

type DeskListProps<Item> = {
  queryKey: readonly unknown[]
  /** Filters of the list. A function when some choices (payment methods) come with the answer. */
  fields: readonly FilterField[] | ((methods: readonly string[]) => readonly FilterField[])
  load: (query: DeskFilter, signal: AbortSignal) => Promise<Listed<Item>>
  file: (query: DeskFilter) => Promise<Blob>
  fileName: string
  /** Query parameters of other parts of the screen, which a change of the filters must keep. */
  kept?: readonly string[]
  to: (item: Item) => string | null
  children: (item: Item) => ReactNode
}

/** A list with its filters and page in the query string, and its download as CSV. */
export function DeskList<Item extends { id: string }>(props: DeskListProps<Item>) {
  const { queryKey, load, file, fileName, kept = [], to, children } = props
  const [search, setSearch] = useSearchParams()
  const known = typeof props.fields === 'function' ? props.fields([]) : props.fields
  const filter = readFilter(search, known)
  const after = search.get('despues') ?? undefined
  const answer = useNeeded({
    queryKey: [...queryKey, filter, after],
    queryFn: ({ signal }) => load({ ...filter, after }, signal),
    placeholderData: keepPreviousData,
  })
  const written = (next: DeskFilter, place?: string | null) => {
    const made = writeFilter(next, fields, place)
    for (const name of kept) if (search.has(name)) made.set(name, search.get(name) ?? '')
    return made
  }
  const fields =
    typeof props.fields === 'function' ? props.fields(answer?.methods ?? []) : props.fields
  return (
    <>
      <DeskFilters
        key={search.toString()}
        fields={fields}
        filter={filter}
        onFilter={(next) => setSearch(written(next))}
      />
      {!answer && <SkeletonList rows={4} rowClass="h-20" />}
      {answer?.items.length === 0 && <EmptyState region="llano" title="Nada con estos filtros" />}
      {answer && answer.items.length > 0 && (
        <Card>
          <Rows items={answer.items} to={to}>
            {children}
          </Rows>
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        {answer?.next && (
          <ButtonLink to={{ search: written(filter, answer.next).toString() }} variant="secondary">
            Ver anteriores
          </ButtonLink>
        )}
        <FileButton load={() => file(filter)} name={fileName} />
      </div>
    </>
  )
}

function FileButton({ load, name }: { load: () => Promise<Blob>; name: string }) {
  const file = useMutation({
    mutationFn: load,
    onSuccess: (content) => saveFile(content, `${name}-${today()}.csv`),
  })
  return (
    <>
      <Button variant="secondary" pending={file.isPending} onClick={() => file.mutate()}>
        Descargar CSV
      </Button>
      <ErrorBanner error={file.error} />
    </>
  )
}

type FinderProps<Item> = {
  find: (text: string) => Promise<{ items: Item[] }>
  /** Label of the search field. */
  label: string
  to: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** Search by number, code or plate, with its results. The searched text is never in the address. */
export function Finder<Item extends { id: string }>({
  find,
  label,
  to,
  children,
}: FinderProps<Item>) {
  const found = useMutation({ mutationFn: find, gcTime: 0 })
  return (
    <>
      <FindBox label={label} pending={found.isPending} onFind={found.mutate} />
      <ErrorBanner error={found.error} />
      {found.data?.items.length === 0 && <Banner tone="info">No encontramos nada así.</Banner>}
      {found.data && found.data.items.length > 0 && (
        <Card>
          <h2 className="text-xl">Encontrado</h2>
          <Rows items={found.data.items} to={to}>
            {children}
          </Rows>
        </Card>
      )}
    </>
  )
}
