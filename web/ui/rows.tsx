import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Card } from './card.tsx'
import { cx } from './cx.ts'
import { PlainLink } from './link.tsx'

/** One card of rows for everything that can wait. `label` names the list to screen readers. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card padded={false} className="overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  )
}

type RowProps = {
  Icon: LucideIcon
  text: ReactNode
  /** Second line, smaller. */
  detail?: ReactNode
  /** Value at the end, such as an amount or a state. */
  value?: ReactNode
  danger?: boolean
  /** Classes of a round ground behind the icon, whose colour says the state. */
  ground?: string
  /** Page of the site that the row leads to. */
  to?: string
  /**
   * Action of the row; its dialog is `children`. Without `to` and `onPress`, the row opens
   * `children` in place.
   */
  onPress?: () => void
  /** Whether `children` are shown at first. */
  open?: boolean
  onToggle?: (open: boolean) => void
  children?: ReactNode
}

const ROW =
  'flex min-h-13 w-full cursor-pointer items-center gap-3 px-4 py-2 text-left ' +
  'hover:bg-bosque-soft focus-visible:-outline-offset-2'

/** A row of `Rows`: it leads to a page, does one thing, or opens in place. */
export function Row({ to, onPress, open, onToggle, children, ...face }: RowProps) {
  if (to !== undefined) {
    return (
      <li>
        <PlainLink to={to} className={ROW}>
          <Face {...face} Mark={ChevronRight} />
        </PlainLink>
      </li>
    )
  }
  if (onPress) {
    return (
      <li>
        <button type="button" className={ROW} onClick={onPress}>
          <Face {...face} Mark={ChevronRight} />
        </button>
        {children}
      </li>
    )
  }
  return (
    <li>
      <Fold {...{ open, onToggle, face }}>{children}</Fold>
    </li>
  )
}

type FoldProps = Pick<RowProps, 'open' | 'onToggle' | 'children'> & {
  face: Omit<FaceProps, 'Mark'>
}

/** Opens in place. What it holds is made when it is first opened: most visits never do. */
function Fold({ open = false, onToggle, face, children }: FoldProps) {
  const [wasOpened, setWasOpened] = useState(open)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true)
        onToggle?.(currentTarget.open)
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control. */}
      <summary
        onClick={() => setWasOpened(true)}
        className={cx(ROW, face.ground && 'gap-2!', 'list-none [&::-webkit-details-marker]:hidden')}
      >
        <Face {...face} Mark={ChevronDown} />
      </summary>
      {(wasOpened || open) && <div className="px-4 pt-1 pb-4">{children}</div>}
    </details>
  )
}

type FaceProps = Pick<RowProps, 'Icon' | 'text' | 'detail' | 'value' | 'danger' | 'ground'> & {
  Mark: LucideIcon
}

function Face({ Icon, text, detail, value, danger, ground, Mark }: FaceProps) {
  return (
    <>
      <Icon
        className={cx(
          'shrink-0',
          ground ? `size-8 rounded-full p-1.5 ${ground}` : 'size-5',
          !ground && (danger ? 'text-err' : 'text-bosque'),
        )}
      />
      {/* With large text the value stands below its words. */}
      <span
        className={cx(
          'flex min-w-0 flex-1 flex-wrap items-center justify-between',
          ground ? 'gap-x-1' : 'gap-x-3',
        )}
      >
        <span
          className={cx(
            'min-w-[min(100%,5.5rem)] max-w-full flex-1 wrap-anywhere',
            // A second line wraps in its column; without one the value goes below long words.
            ground || detail ? 'basis-0' : 'basis-auto',
          )}
        >
          <span className={cx('block font-semibold', danger && 'text-err')}>{text}</span>
          {detail && <span className="block text-sm text-muted">{detail}</span>}
        </span>
        {value && <span className="tnum text-sm text-muted">{value}</span>}
      </span>
      <Mark
        className={cx(
          'shrink-0 text-muted [[open]>summary>&]:rotate-180',
          ground ? '-mr-1 size-4' : 'size-5',
        )}
      />
    </>
  )
}

/** Classes of the link or button in a `Quiet` sentence. */
export const QUIET_LINK =
  'inline-flex min-h-11 items-center font-semibold text-bosque underline underline-offset-3'

/** A rare action: a quiet sentence with its link at the end of a page, never a button. */
export function Quiet({ children }: { children: ReactNode }) {
  return <p className="py-3 text-center text-sm text-muted">{children}</p>
}
