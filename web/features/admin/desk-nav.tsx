import { AlarmClock, ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import type { QueueLoad } from '#contract/back-office-today.ts'
import { isPressing } from '#contract/urgency.ts'
import { number } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { useSecondFactor } from '#web/shared/access/second-factor/use-second-factor.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { isLate } from '#web/shared/desk/back-office/queue-clock.ts'
import { useToday } from '#web/shared/desk/back-office/use-today.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { type DeskLine, isAt, menuFor } from './admin-access.ts'
import { type AdminScreen, adminAddress } from './admin-screens.ts'

/** Number of items that wait on some screens, and why one of them comes before ordinary work. */
type Waiting = { count: number; pressing: 'con atraso' | 'urgente' | null }
type WaitingOn = (screens: readonly AdminScreen[]) => Waiting

function waitingIn(queues: readonly QueueLoad[], now: number): WaitingOn {
  return (screens) => {
    const mine = queues.filter(({ queue }) => screens.some(({ path }) => path === queue))
    const urgent = mine.some((load) => isPressing(load, now)) ? 'urgente' : null
    return {
      count: mine.reduce((sum, { count }) => sum + count, 0),
      pressing: mine.some((load) => isLate(load, now)) ? 'con atraso' : urgent,
    }
  }
}

/** What waits on each screen; nothing until the second factor is proved. */
function useWaiting(): WaitingOn {
  const { pathname } = useLocation()
  const { data: status } = useSecondFactor()
  const { data, isStale, refetch } = useToday({ enabled: Boolean(status?.provedUntil) })
  const hasAnswer = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the trigger.
  useEffect(() => {
    if (hasAnswer && isStale) void refetch()
  }, [pathname])
  return waitingIn(data?.queues ?? [], useNow())
}

/**
 * The menu of the team and, beside it, the tabs of the present line above the screen. The menu
 * stays in view on a desktop, and folds away on a narrow screen.
 */
export function useDeskNav() {
  const { roles } = useUser()
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const groups = menuFor(roles)
  const isHere = ({ screens }: DeskLine) => screens.some((screen) => isAt(pathname, screen))
  const here = groups.flat().find(isHere)
  return {
    menu: groups.length > 0 && <DeskMenu groups={groups} here={here} waiting={waiting} />,
    // The page of an emergency needs the height.
    tabs: !matchPath(deskLinks.incident(':id'), pathname) && here && here.screens.length > 1 && (
      <DeskTabs line={here} waiting={waiting} />
    ),
  }
}

type MenuProps = { groups: DeskLine[][]; here: DeskLine | undefined; waiting: WaitingOn }

function DeskMenu({ groups, here, waiting }: MenuProps) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  // The list collapses when another screen opens.
  const isOpen = openAt === pathname
  return (
    <nav
      aria-label="Equipo"
      className="px-4 pt-4 sm:px-6 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-7rem)] xl:self-start
        xl:overflow-y-auto xl:px-3 xl:py-4"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? null : pathname)}
        className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-2
          rounded-control border border-edge bg-surface px-4 py-2 text-left font-semibold xl:hidden"
      >
        Secciones del equipo
        <ChevronDown className={cx('size-5 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <div className={cx('divide-y divide-line py-2 xl:grid xl:py-0', isOpen ? 'grid' : 'hidden')}>
        {groups.map((lines) => (
          <ul key={lines[0]?.title} className="py-2 first:pt-0 last:pb-0">
            {lines.map((line) => (
              <li key={line.title}>
                <MenuLine line={line} isHere={line === here} {...waiting(line.screens)} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  )
}

function MenuLine({ line, isHere, ...waiting }: Waiting & { line: DeskLine; isHere: boolean }) {
  return (
    <PlainLink
      to={adminAddress(line.screens[0])}
      aria-current={isHere ? 'true' : undefined}
      className={cx(
        'flex min-h-11 items-center justify-between gap-2 rounded-control border-l-3 px-3',
        'font-semibold hover:bg-bosque-soft',
        isHere ? 'border-bosque bg-bosque-soft text-bosque' : 'border-transparent',
      )}
    >
      <span className="min-w-0">{line.title}</span>
      <Count {...waiting} />
    </PlainLink>
  )
}

/** Number of waiting items; red and with a clock when one is pressing. Nothing for zero. */
function Count({ count, pressing }: Waiting) {
  if (count === 0) return null
  return (
    <span
      className={cx(
        'tnum inline-flex shrink-0 items-center gap-1 rounded-full px-2 text-sm font-semibold',
        pressing ? 'bg-err text-on-err' : 'bg-surface text-ink ring-1 ring-edge ring-inset',
      )}
    >
      {pressing && <AlarmClock className="size-4" />}
      <span className="sr-only">: </span>
      {number(count)}
      <span className="sr-only">{` por atender${pressing ? `, ${pressing}` : ''}`}</span>
    </span>
  )
}

function DeskTabs({ line, waiting }: { line: DeskLine; waiting: WaitingOn }) {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label={line.title}
      className="mx-auto flex w-full max-w-page flex-wrap gap-x-1 px-4 pt-4 sm:px-6"
    >
      {line.screens.map((screen) => {
        const isHere = isAt(pathname, screen)
        return (
          <PlainLink
            key={screen.path}
            to={adminAddress(screen)}
            aria-current={isHere ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-11 items-center gap-2 border-b-3 px-3 font-semibold',
              isHere ? 'border-bosque text-bosque' : 'border-transparent hover:bg-bosque-soft',
            )}
          >
            {screen.tab ?? screen.title}
            {screen.path !== '' && <Count {...waiting([screen])} />}
          </PlainLink>
        )
      })}
    </nav>
  )
}
