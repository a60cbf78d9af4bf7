import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'

export type Dir = 'asc' | 'desc'

export type DeskColumn<Item> = {
  title: string
  /** Name of the column in the API, and the words of its order from the highest and the lowest. */
  sort?: { by: string; desc: string; asc: string }
  /** Aligns numbers at their end. */
  isNumber?: boolean
  cell: (item: Item) => ReactNode
}

export type DeskOrder = { by: string; dir: Dir }

type DeskTableProps<Item> = {
  caption: string
  columns: readonly DeskColumn<Item>[]
  items: readonly Item[]
  /** Address of the item's screen, which the first cell links to. */
  to: (item: Item) => string | null
  order: DeskOrder
  onOrder: (order: DeskOrder) => void
}

/** A list of the desk as a table for wide screens, with columns to sort by. */
export function DeskTable<Item extends { id: string }>(props: DeskTableProps<Item>) {
  const { caption, columns, items, to, order, onOrder } = props
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            {columns.map((column) => (
              <Head key={column.title} {...{ column, order, onOrder }} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={item.id} className="relative hover:bg-paper">
              {columns.map(({ title, cell, isNumber }, place) => (
                <td
                  key={title}
                  className={cx(
                    'px-3 py-2.5 align-middle wrap-anywhere first:pl-5 last:pr-5',
                    // A date, a plate and, in the last column, a state keep in one line.
                    isNumber ? 'tnum text-right whitespace-nowrap' : 'min-w-27 last:min-w-38',
                  )}
                >
                  {place === 0 ? <First to={to(item)}>{cell(item)}</First> : cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function First({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children
  return (
    <PlainLink
      to={to}
      className="cover-link inline-flex min-h-9 items-center font-semibold text-bosque"
    >
      {children}
    </PlainLink>
  )
}

type HeadProps<Item> = Pick<DeskTableProps<Item>, 'order' | 'onOrder'> & {
  column: DeskColumn<Item>
}

function Head<Item>({ column: { title, sort, isNumber }, order, onOrder }: HeadProps<Item>) {
  const look = cx('px-3 py-1 font-semibold first:pl-5 last:pr-5', isNumber && 'text-right')
  if (!sort) {
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    )
  }
  const dir = order.by === sort.by ? order.dir : null
  const next = dir === 'desc' ? 'asc' : 'desc'
  const Arrow = dir === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={dir === null ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
      className={look}
    >
      <button
        type="button"
        title={sort[next]}
        onClick={() => onOrder({ by: sort.by, dir: next })}
        className={cx(
          '-mx-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-control px-2',
          'font-semibold hover:bg-bosque-soft',
          dir !== null && 'text-bosque',
        )}
      >
        {title}
        <Arrow className={cx('size-4', dir === null && 'opacity-40')} />
      </button>
    </th>
  )
}

/** Reads the order from the address; the order of the first sortable column by default. */
export function readOrder<Item>(
  search: URLSearchParams,
  columns: readonly DeskColumn<Item>[],
): DeskOrder {
  const names = columns.flatMap(({ sort }) => sort?.by ?? [])
  const [by, dir] = (search.get('orden') ?? '').split('.')
  if (!by || !names.includes(by)) return { by: names[0] ?? '', dir: 'desc' }
  return { by, dir: dir === 'asc' ? 'asc' : 'desc' }
}

export const orderText = ({ by, dir }: DeskOrder) => `${by}.${dir}`

/** Orders of a list as options of a select, for screens without a table. */
export function orderOptions<Item>(columns: readonly DeskColumn<Item>[]) {
  return columns.flatMap(({ sort }) => {
    if (!sort) return []
    const option = (dir: Dir) => ({ value: orderText({ by: sort.by, dir }), label: sort[dir] })
    return [option('desc'), option('asc')]
  })
}
