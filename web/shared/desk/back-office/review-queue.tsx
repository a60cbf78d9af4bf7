import { keepPreviousData } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { deviceNow } from '#web/lib/clock.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { forgetNotes, NoteOwner } from '#web/ui/use-note.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { type DeskRow, DeskRows, DeskSplit } from './desk-split.tsx'
import { itemAfter, useDeskCase, useLastPage } from './use-desk-case.ts'

/** Parts of most queues, by the state of their items. */
export const openOrResolved = { open: 'Por resolver', resolved: 'Resueltos' } as const

const MANY = 'casos'

type Part<Item> = { items: Item[]; total: number; totalPages: number }

/** `only`: the one item to which a link leads, in any state; it is then the whole list. */
type Asked<Tab> = { status: Tab; page: number; only: string | undefined }

/** A view of the queue that is no item of it, in a row below the list. */
type Extra = { id: string; title: string; content: ReactNode }

type ReviewQueueProps<Item, Answer extends Part<Item>, Tab extends string> = {
  title: string
  lead?: string
  /** Titles of the queue's parts; the first part is shown at first. */
  tabs: Readonly<Record<Tab, string>>
  /** Singular and plural name of the items, in lower case: "reclamo", "reclamos"; else "caso". */
  one?: string
  many?: string
  queryKey: (tab: NoInfer<Tab>, page: number) => readonly unknown[]
  load: (asked: Asked<NoInfer<Tab>>, signal: AbortSignal) => Promise<Answer>
  /** Words of an item in the list, whose `id` opens it; its parameter types the items. */
  row: (item: Item) => DeskRow
  /** The item with its decision, as a `DeskCase`; absent when rows lead to a page. */
  detail?: (item: Item) => ReactNode
  /** Who is concerned, beside the decision. */
  person?: (item: Item) => ReactNode
  /** What stays in view above list and item: news of the whole queue. `loadedAt` in ms. */
  news?: (answer: Answer, loadedAt: number) => ReactNode
  extra?: Extra | null | false
}

/** Says that a decision is made; the next item opens when the decided one has left the list. */
const Decided = createContext<(words: string) => void>(toastDone)
export const useDecided = () => useContext(Decided)

/** Time within which a list without the item follows the decision about it. */
const FOLLOWS_MS = 10_000

/**
 * Screen that lists items for the team, by state. Tab, page and open item are in the address, or
 * only one item (`?solo=`), which need not be on the page.
 */
export function ReviewQueue<Item, Answer extends Part<Item>, Tab extends string>(
  props: ReviewQueueProps<Item, Answer, Tab>,
) {
  const { title, lead, tabs, many = MANY, row, detail, person, extra } = props
  const { params, openId: chosen, change } = useDeskCase()
  const isWide = useWide() && detail !== undefined
  const keys = Object.keys(tabs) as [Tab, ...Tab[]]
  const tab = keys.find((key) => key === params.get('estado')) ?? keys[0]
  const page = Math.max(1, Math.floor(Number(params.get('pagina')) || 1))
  const only = params.get('solo') ?? undefined
  const go = (to: Tab, at = 1) => change({ estado: to, pagina: String(at), caso: '', parte: '' })
  const query = useRead(
    [...props.queryKey(tab, page), only],
    (signal) => props.load({ status: tab, page, only }, signal),
    { placeholderData: keepPreviousData },
  )
  const data = neededAnswer(query)
  const listed = (data?.items ?? []).map((item) => ({ ...row(item), item }))
  // In the order in which they are shown, for the keys.
  const items = [...groupBy(listed, ({ group }) => group ?? null).values()].flat()
  const isSettled = !query.isFetching && !query.isPlaceholderData
  const existing = useLastPage({ page, data, isSettled }, (at) =>
    change({ pagina: String(at), caso: '' }, true),
  )
  const isOpenAtOnce = detail && (isWide || only !== undefined)
  const first = useFirst(isOpenAtOnce ? items[0]?.id : undefined, `${tab} ${page} ${only}`)
  const openId = chosen ?? (extra && items.length === 0 && isWide ? extra.id : first)
  const isExtra = extra && openId === extra.id
  const open = isExtra ? undefined : items.find(({ id }) => id === openId)
  const show = (id: string | undefined) => id !== undefined && change({ caso: id, parte: '' })
  const decided = useNextAfterDecision({
    ...{ items, open },
    isGone: isSettled && openId !== null && !open && !isExtra,
    // Of two changes of the address in one render the later one counts: both name the page.
    onNext: (id) => change({ caso: id, parte: '', ...existing }, true),
  })
  const next = () => show(itemAfter(items, openId)?.id)
  return (
    <Decided value={decided}>
      <DeskSplit
        {...{ title, lead }}
        list={<List {...props} {...{ tab, page, only, data, items, openId, go, isWide }} />}
        listOnly={detail === undefined}
        news={data && props.news?.(data, query.dataUpdatedAt)}
        detail={
          (isExtra && (
            <div className="h-full overflow-y-auto p-5 max-lg:p-0">{extra.content}</div>
          )) ||
          (open && (
            <NoteOwner key={open.id} value={open.id}>
              {detail?.(open.item)}
            </NoteOwner>
          )) ||
          (openId !== null && data && items.length > 0 && <Gone onNext={next} />) ||
          null
        }
        person={open && person?.(open.item)}
        nothing={
          data?.items.length === 0 && <EmptyState region="llano" title={`No hay ${many} aquí`} />
        }
        onStep={(by) => show(itemAfter(items, openId, by)?.id)}
        onNext={next}
      />
    </Decided>
  )
}

/** The first item that a page had when it was opened stays the open one until another is chosen. */
function useFirst(id: string | undefined, place: string): string | null {
  const [kept, setKept] = useState({ id, place })
  if (id !== undefined && (kept.id === undefined || kept.place !== place)) setKept({ id, place })
  return kept.place === place ? (kept.id ?? null) : null
}

type Listed = { id: string }
type NextInput = {
  items: readonly Listed[]
  open: Listed | undefined
  isGone: boolean
  onNext: (id: string) => void
}

/** Opens the item in the place of a decided one; one that a colleague decided stays away. */
function useNextAfterDecision({ items, open, isGone, onNext }: NextInput) {
  const at = useRef(0)
  const decidedAt = useRef(Number.NEGATIVE_INFINITY)
  if (open) at.current = items.indexOf(open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the item has left.
  useEffect(() => {
    if (isGone && deviceNow() - decidedAt.current < FOLLOWS_MS) {
      onNext(items[Math.min(at.current, items.length - 1)]?.id ?? '')
    }
  }, [isGone])
  return (words: string) => {
    decidedAt.current = deviceNow()
    if (open) forgetNotes(open.id)
    toastDone(words)
  }
}

type ListProps<Tab extends string> = Omit<
  ReviewQueueProps<unknown, Part<unknown>, Tab>,
  'queryKey' | 'load' | 'row' | 'detail' | 'person' | 'news'
> & {
  tab: Tab
  page: number
  only: string | undefined
  data: Part<unknown> | undefined
  items: readonly DeskRow[]
  openId: string | null
  isWide: boolean
  go: (tab: Tab, page?: number) => void
}

function List<Tab extends string>(props: ListProps<Tab>) {
  const { tabs, tab, page, data, items, openId, isWide, extra, only, go } = props
  const { one = 'caso', many = MANY } = props
  const gap = isWide ? 'px-3 py-2' : ''
  const legend = `${many.charAt(0).toUpperCase()}${many.slice(1)} por estado`
  return (
    <>
      {only ? (
        <p className={gap}>
          <Link to="?">Ver toda la lista</Link>
        </p>
      ) : (
        <div className={gap}>
          {isWide && Object.keys(tabs).length > 2 ? (
            <Select
              label={legend}
              options={Object.entries<string>(tabs).map(([value, label]) => ({ value, label }))}
              value={tab}
              onChange={(event) => go(event.target.value as Tab)}
            />
          ) : (
            <ChipChoice legend={legend} options={tabs} selected={tab} onSelect={(to) => go(to)} />
          )}
        </div>
      )}
      {!data && <SkeletonList rows={3} rowClass="h-20" />}
      {data && data.items.length > 0 && (
        <>
          <p className={`text-sm text-muted ${gap}`} aria-live="polite">
            {data.total === 1 ? `1 ${one}` : `${data.total} ${many}`}
          </p>
          <DeskRows rows={items} openId={openId} isPane={isWide} />
          <div className={gap}>
            <Pager
              page={page}
              totalPages={data.totalPages}
              onPage={(at) => go(tab, at)}
              of={many}
            />
          </div>
        </>
      )}
      {extra && <DeskRows rows={[{ ...extra, who: '' }]} openId={openId} isPane={isWide} />}
    </>
  )
}

/** The open item left the list without a decision of the viewer. */
function Gone({ onNext }: { onNext: () => void }) {
  return (
    <div className="grid justify-items-start gap-4 p-5">
      <p>Este caso ya no está en esta lista: lo decidió otra persona, o está en otra parte.</p>
      <Button variant="secondary" onClick={onNext}>
        Abrir el siguiente
      </Button>
    </div>
  )
}
