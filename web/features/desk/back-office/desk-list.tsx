import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EXPORT_REASON_MAX, EXPORT_REASON_MIN } from '#contract/limits.ts'
import { today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { RECORDED } from '#web/lib/use-read.ts'
import { ReasonForm } from '#web/shared/desk/back-office/reason-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { type DeskFilter, DeskFilters, type FilterField, Narrowed } from './desk-filters.tsx'
import { FindBox, Rows, useMay } from './desk-parts.tsx'
import { type DeskColumn, DeskTable, type Dir, orderOptions, orderText } from './desk-table.tsx'
import { useDeskPlace } from './use-desk-place.ts'

type Listed<Item> = {
  items: Item[]
  next: string | null
  partial?: boolean
  methods?: readonly string[]
  actions?: readonly string[]
}

type Asked = DeskFilter & { after?: string | undefined; sort?: string; dir?: Dir }

type DeskListProps<Item> = {
  queryKey: readonly unknown[]
  /** Filters of the list. A function when some choices (`methods`, `actions`) are in the answer. */
  fields: readonly FilterField[] | ((choices: readonly string[]) => readonly FilterField[])
  load: (query: Asked, signal: AbortSignal) => Promise<Listed<Item>>
  /** Search by a key or a person, with the filters; its text is never in the address. */
  find?: {
    label: string
    hint?: string
    load: (body: Asked & { text: string }, signal: AbortSignal) => Promise<Listed<Item>>
  }
  /** Columns of the table on a wide screen, the first one sortable by default. */
  columns?: readonly DeskColumn<Item>[]
  /** Name of the list, for the table and without a filter. */
  name: string
  isTodayFirst?: boolean
  /** Download as CSV: the filters, the text of the search, and a `reason`. */
  file: { name: string; load: (asked: DeskFilter) => Promise<Blob> }
  /** Query parameters of other parts of the screen, which a change of the filters must keep. */
  kept?: readonly string[]
  to: (item: Item) => string | null
  children: (item: Item) => ReactNode
}

const NO_COLUMNS: readonly [] = []
const NOTHING_KEPT: readonly string[] = []

/** The state of a list: its search, which is in no address, its place, and the answer for both. */
function useDeskList<Item extends { id: string }>(props: DeskListProps<Item>) {
  const { queryKey, load, find, columns = NO_COLUMNS } = props
  const [text, setText] = useState<string | null>(null)
  const known = typeof props.fields === 'function' ? props.fields([]) : props.fields
  const place = useDeskPlace<Item>({
    fields: known,
    columns,
    isTodayFirst: props.isTodayFirst ?? false,
    isSearched: text !== null,
    kept: props.kept ?? NOTHING_KEPT,
  })
  const { filter, after, order } = place
  const sorted = place.isByTime ? {} : { sort: order.by, dir: order.dir }
  const asked = { ...filter, after, ...sorted }
  const query = useQuery({
    queryKey: [...queryKey, asked, text],
    queryFn: ({ signal }) =>
      find && text !== null ? find.load({ ...asked, text }, signal) : load(asked, signal),
    placeholderData: keepPreviousData,
    // The text can be an address or a telephone: it does not stay in the cache.
    ...(text !== null && { gcTime: 0, retry: false, ...RECORDED }),
  })
  // The rows of before are no results of a search.
  const found = query.isPlaceholderData ? undefined : query.data
  const answer = text === null ? neededAnswer(query) : found
  const choices = answer?.methods ?? answer?.actions ?? []
  return {
    text,
    place,
    query,
    answer,
    fields: typeof props.fields === 'function' ? props.fields(choices) : props.fields,
    search: (next: string | null) => {
      setText(next)
      if (after !== undefined) place.toStart()
    },
  }
}

/** A list with search, filters, order, pages and download; all but the search in the address. */
export function DeskList<Item extends { id: string }>(props: DeskListProps<Item>) {
  const { find, name, columns = NO_COLUMNS, to, children } = props
  const { text, place, query, answer, fields, search } = useDeskList(props)
  const { filter } = place
  return (
    <>
      {find && (
        <FindBox
          label={find.label}
          hint={find.hint}
          pending={text !== null && query.isFetching}
          onFind={search}
        />
      )}
      {text !== null && <ErrorBanner error={query.error} />}
      {text !== null && (
        <Narrowed text="Solo lo que encontró tu búsqueda." onRemove={() => search(null)} />
      )}
      {props.isTodayFirst && (
        <ChipChoice
          legend="Días"
          options={{ today: 'Hoy', all: 'Todos los días' }}
          selected={place.days}
          onSelect={place.setDays}
        />
      )}
      <DeskFilters
        key={`${place.key} ${place.days}`}
        fields={fields}
        filter={filter}
        onFilter={place.setFilter}
      />
      {!answer && !query.error && <SkeletonList rows={4} rowClass="h-20" />}
      {answer?.items.length === 0 && <Nothing days={place.days} />}
      {answer && answer.items.length > 0 && (
        <Items items={answer.items} {...{ name, columns, to, place, children }} />
      )}
      {answer?.partial && (
        <Banner tone="info" live="off">
          Hay más de lo que cabe en esta lista. Filtra, o busca algo más preciso.
        </Banner>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {answer?.next && (
          <ButtonLink to={{ search: place.pageAt(answer.next) }} variant="secondary">
            {place.isByTime ? 'Ver anteriores' : 'Ver más'}
          </ButtonLink>
        )}
        <Download file={props.file} asked={{ ...filter, ...(text !== null && { text }) }} />
      </div>
    </>
  )
}

function Nothing({ days }: { days: 'today' | 'all' | null }) {
  const title = days === 'today' ? 'Nada hoy con estos filtros' : 'Nada con estos filtros'
  return <EmptyState region="llano" title={title} />
}

type ItemsProps<Item> = Pick<DeskListProps<Item>, 'name' | 'to' | 'children'> & {
  items: readonly Item[]
  columns: readonly DeskColumn<Item>[]
  place: Pick<ReturnType<typeof useDeskPlace>, 'order' | 'setOrder'>
}

/** The rows: a table where there is room, else a list with the choice of an order above it. */
function Items<Item extends { id: string }>(props: ItemsProps<Item>) {
  const { items, name, columns, place, to, children } = props
  const isWide = useWide()
  if (isWide && columns.length > 0) {
    const { order, setOrder } = place
    return <DeskTable caption={name} {...{ columns, items, to, order }} onOrder={setOrder} />
  }
  return (
    <>
      {columns.length > 0 && (
        <Select
          label="Orden"
          className="max-w-sm"
          value={orderText(place.order)}
          options={orderOptions(columns)}
          onChange={({ target: { value } }) => {
            const [by = '', dir] = value.split('.')
            place.setOrder({ by, dir: dir === 'asc' ? 'asc' : 'desc' })
          }}
        />
      )}
      <Card>
        <Rows items={items} to={to}>
          {children}
        </Rows>
      </Card>
    </>
  )
}

type DownloadProps = { file: DeskListProps<never>['file']; asked: DeskFilter }

/** Download of the list with a reason, for who may take lists out of Cupo. */
function Download({ file, asked }: DownloadProps) {
  const take = useAct((reason: string) => file.load({ ...asked, reason }), {
    onDone: (content) => saveFile(content, `${file.name}-${today()}.csv`),
  })
  if (!useMay('people.export')) return null
  return (
    <ReasonForm
      action="Descargar CSV"
      min={EXPORT_REASON_MIN}
      max={EXPORT_REASON_MAX}
      hint="Queda en el registro con tu nombre."
      mutation={take}
    />
  )
}
