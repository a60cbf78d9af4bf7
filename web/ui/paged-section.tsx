import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CardSection } from './card.tsx'
import { Pager } from './pager.tsx'
import { QueryState } from './query-state.tsx'

type PagedSectionProps<Item> = {
  title: string
  /** Text of an empty list. */
  empty: string
  /** Name of the items: "movimientos". */
  of: string
  query: (page: number) => UseQueryOptions<{ items: Item[]; totalPages: number }>
  /** Height of a skeleton row. */
  rowClass: string
  children: (item: Item) => ReactNode
}

/** A card with a list that is read page by page; its children are list items. */
export function PagedSection<Item>(props: PagedSectionProps<Item>) {
  const { title, empty, of, query, rowClass, children } = props
  const [page, setPage] = useState(1)
  const answer = useQuery({ ...query(page), placeholderData: keepPreviousData })
  const { data } = answer
  return (
    <CardSection title={title}>
      {!data && <QueryState query={answer} what={`tus ${of}`} rows={2} rowClass={rowClass} />}
      {data?.items.length === 0 && <p className="text-muted">{empty}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {data.items.map(children)}
        </ul>
      )}
      {data && (
        <Pager
          page={page}
          totalPages={data.totalPages}
          onPage={setPage}
          of={of}
          busy={answer.isPlaceholderData}
        />
      )}
    </CardSection>
  )
}
