import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { groupBy } from '#web/lib/group-by.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMovedPart } from '#web/ui/use-moved-part.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { KeyStrip } from './key-strip.tsx'
import { useDeskCase } from './use-desk-case.ts'

type DeskSplitProps = {
  title: string
  lead?: ReactNode
  /** Search, filters and rows. */
  list: ReactNode
  /** What stays in view above the open item, as what can be undone. */
  news?: ReactNode
  /** The open item, as a `DeskCase`; null when none is. */
  detail: ReactNode
  /** The person or people of the open item; null for an item without any. */
  person?: ReactNode
  /** Shown in place of the open item on a wide screen. */
  nothing: ReactNode
  /** Rows lead to pages of their own: the list has the whole width. */
  listOnly?: boolean
  onStep: (by: 1 | -1) => void
  onNext: () => void
}

/** Classes of a reason with its button beside it, in the foot of a case. */
export const FOOT_ROW = 'grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]'

const PANE = 'min-h-0 min-w-0 overflow-y-auto overscroll-contain'

/**
 * A screen of the team with a list, the open item and its person. On a wide screen they are panes
 * that scroll alone, and the page does not; on a narrow one the open item is a view of its own.
 */
export function DeskSplit(props: DeskSplitProps) {
  const { onStep, onNext } = props
  const isWide = useWide() && !props.listOnly
  const box = useRef<HTMLDivElement>(null)
  const [drawn, place] = useMovedPart(props.detail)
  const detail = props.detail ? place : null
  const strip = <KeyStrip of={box} {...{ onStep, onNext }} />
  return (
    <>
      {isWide ? (
        <Wide {...props} {...{ detail, box, strip }} />
      ) : (
        <Narrow {...props} {...{ detail, box, strip }} />
      )}
      {drawn}
    </>
  )
}

type LayoutProps = DeskSplitProps & {
  box: React.RefObject<HTMLDivElement | null>
  strip: ReactNode
}

function Wide({ title, lead, list, detail, person, nothing, news, box, strip }: LayoutProps) {
  return (
    <div ref={box} data-desk-split className="flex min-h-0 grow flex-col border-t border-line">
      <div
        className={cx(
          'grid min-h-0 grow grid-rows-[minmax(0,1fr)]',
          person
            ? 'grid-cols-[17.5rem_minmax(0,1fr)_14.5rem] 2xl:grid-cols-[22rem_minmax(0,1fr)_20rem]'
            : 'grid-cols-[17.5rem_minmax(0,1fr)] 2xl:grid-cols-[22rem_minmax(0,1fr)]',
        )}
      >
        <section aria-label="Lista" className={cx(PANE, 'border-r border-line bg-surface')}>
          <div className="px-3 pt-3">
            <h1 className="text-xl">{title}</h1>
            {lead && <p className="text-sm text-muted">{lead}</p>}
          </div>
          {list}
        </section>
        <section aria-label="Caso" className="flex min-h-0 min-w-0 flex-col">
          <div className="grid shrink-0 gap-2 px-5 pt-3 empty:hidden">{news}</div>
          <div className="min-h-0 grow">
            {detail ?? <div className={cx(PANE, 'h-full p-5')}>{nothing}</div>}
          </div>
        </section>
        {person && (
          <section aria-label="La persona" className={cx(PANE, 'border-l border-line p-4')}>
            {person}
          </section>
        )}
      </div>
      {strip}
    </div>
  )
}

function Narrow(props: LayoutProps) {
  const { title, lead, news, list, detail, person, nothing, box, strip } = props
  const { part, change } = useDeskCase()
  if (!detail) {
    return (
      <Page title={title} lead={lead} width="page">
        <div ref={box} className="grid gap-4">
          {news}
          {list}
          {nothing}
        </div>
      </Page>
    )
  }
  return (
    <Page title={title} width="page" dense>
      <div ref={box} className="grid gap-4">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => change({ caso: '', parte: '', solo: '' })}
          Icon={ChevronLeft}
          className="-ml-3 justify-self-start"
        >
          Volver a la lista
        </Button>
        {news}
        {person ? (
          <div>
            <Tabs
              label="Partes del caso"
              selected={part}
              onSelect={(key) => change({ parte: key === 'person' ? 'persona' : '' })}
              tabs={[
                { key: 'case', title: 'Caso', content: detail },
                { key: 'person', title: 'La persona', content: person },
              ]}
            />
          </div>
        ) : (
          detail
        )}
        {strip}
      </div>
    </Page>
  )
}

export type DeskRow = {
  id: string
  title: ReactNode
  /** The clock or the state, at the end of the first line. */
  aside?: ReactNode
  who: ReactNode
  more?: ReactNode
  /** Head of the rows of one kind; rows of one kind stand together. */
  group?: string | null
  /** Page of the item, in place of the detail beside the list; null: the viewer may not open it. */
  to?: string | null
}

type DeskRowsProps = {
  rows: readonly DeskRow[]
  openId: string | null
  /** In a pane, from edge to edge. */
  isPane: boolean
}

/** Rows of a desk list: what and until when, then who; the open one is marked. */
export function DeskRows({ rows, openId, isPane }: DeskRowsProps) {
  const { to } = useDeskCase()
  return (
    <>
      {[...groupBy(rows, ({ group }) => group ?? null)].map(([group, of]) => (
        <section key={group} className="grid">
          {group && (
            <h2
              className="flex justify-between gap-2 border-y border-line bg-paper px-3 py-1
                font-sans text-sm tracking-normal"
            >
              {group} <span className="tnum">{of.length}</span>
            </h2>
          )}
          <ul
            aria-label={group ?? 'Casos'}
            className={cx(
              'divide-y divide-line border-line bg-surface',
              isPane ? 'border-b' : 'overflow-hidden rounded-card border shadow-card',
            )}
          >
            {of.map((row) => (
              <li key={row.id}>
                <RowLink row={row} to={row.to ?? to(row.id)} isOpen={row.id === openId} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function RowLink({ row, to, isOpen }: { row: DeskRow; to: string; isOpen: boolean }) {
  const { title, aside, who, more } = row
  const look = cx(
    'grid min-w-0 gap-0.5 border-l-3 px-3 py-2.5 focus-visible:-outline-offset-2',
    isOpen ? 'border-bosque bg-bosque-soft' : 'border-transparent',
  )
  const words = (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        {aside}
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere">{who}</span>
      {more && <span className="text-sm text-muted wrap-anywhere">{more}</span>}
    </>
  )
  if (row.to === null) return <div className={look}>{words}</div>
  return (
    <PlainLink
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(look, !isOpen && 'hover:bg-paper')}
    >
      {words}
    </PlainLink>
  )
}

type DeskCaseProps = {
  title: ReactNode
  detail?: ReactNode
  aside?: ReactNode
  children: ReactNode
  /** The decision: in view at the foot of the pane while the rest scrolls. */
  foot?: ReactNode
}

/** The open item. Its heading takes the focus when the viewer opens it, or when it follows. */
export function DeskCase({ title, detail, aside, children, foot }: DeskCaseProps) {
  const isWide = useWide()
  const isChosen = useDeskCase().openId !== null
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (isChosen) heading.current?.focus({ preventScroll: true })
  }, [isChosen])
  return (
    <article aria-labelledby={id} className={isWide ? 'flex h-full flex-col' : 'grid gap-4'}>
      <div
        className={cx(
          'grid content-start gap-4',
          isWide && 'min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4',
        )}
      >
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            <h2 ref={heading} id={id} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
              {title}
            </h2>
            {detail && <p className="text-sm text-muted wrap-anywhere">{detail}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
      {foot && (
        <div
          className={cx(
            'border-line bg-surface p-4',
            isWide
              ? 'max-h-[65%] shrink-0 overflow-y-auto border-t'
              : 'rounded-card border shadow-card',
          )}
        >
          {foot}
        </div>
      )}
    </article>
  )
}
