import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PlainLink } from './link.tsx'

const widths = { flow: 'max-w-flow', page: 'max-w-page', full: 'max-w-none' } as const

type PageProps = {
  /** Absent on a screen whose content has the `h1`, as a head by the moment. */
  title?: ReactNode
  lead?: ReactNode
  /** Width: `flow` 680 px (one decision at a time), `page` 1120 px, `full` for tables. */
  width?: keyof typeof widths
  /** Target of the arrow above the title. */
  back?: { to: string; label: string }
  /** Content beside the title. */
  actions?: ReactNode
  /** Content beside the link back. */
  aside?: ReactNode
  /**
   * On a phone, or `everywhere`: small gaps, and the title is visually hidden, because the content
   * names the screen; `titled` shows it.
   */
  dense?: boolean | 'titled' | 'everywhere'
  /** Fills the height, for a bar at the end of a screen without footer (`handle.noFooter`). */
  fill?: boolean
  /** Place and gaps of title and actions, in place of the usual ones. */
  headClass?: string
  children: ReactNode
}

/** Frame of a screen: its width, one `h1`, the link back. */
export function Page(props: PageProps) {
  const { title, width = 'flow', back, aside, dense, fill, children } = props
  const isLow = dense === 'everywhere'
  return (
    <div
      className={cx(
        'mx-auto w-full px-4 sm:px-6',
        dense ? 'py-2' : 'py-6',
        isLow ? 'sm:py-5' : 'sm:py-10',
        fill && 'flex grow flex-col pb-0 sm:pb-0',
        widths[width],
      )}
    >
      {(back || aside) && (
        <div
          className={cx(
            'flex min-h-11 flex-wrap items-center justify-between gap-x-3',
            !dense && 'mb-2',
          )}
        >
          {back && (
            <PlainLink
              to={back.to}
              className="-ml-1 inline-flex min-h-11 items-center gap-1 font-semibold text-bosque"
            >
              <ChevronLeft className="size-5" />
              {back.label}
            </PlainLink>
          )}
          {aside}
        </div>
      )}
      {title !== undefined && <Head {...props} />}
      <div
        className={cx(
          fill ? 'flex grow flex-col' : 'grid',
          isLow ? 'gap-2 sm:gap-4' : dense ? 'gap-2 sm:gap-6' : 'gap-6',
        )}
      >
        {children}
      </div>
    </div>
  )
}

function Head({ title, lead, actions, dense, headClass }: PageProps) {
  return (
    <header
      className={cx(
        'flex flex-wrap justify-between',
        headClass ?? cx('items-end gap-4', dense === 'titled' ? 'mb-3 sm:mb-6' : 'mb-6'),
        dense === true && 'max-sm:sr-only',
        dense === 'everywhere' && 'sr-only',
      )}
    >
      <div className={cx('min-w-0', headClass && 'flex-1 basis-0')}>
        {/* With large text, a title gets no wider than a phone: names must not break. */}
        <h1
          className="text-[min(1.75rem,12vw)] leading-[1.2] break-words
            sm:text-[min(2.25rem,12vw)] sm:leading-[1.1]"
        >
          {title}
        </h1>
        {lead && <p className="mt-2 text-lg text-muted">{lead}</p>}
      </div>
      {actions}
    </header>
  )
}
