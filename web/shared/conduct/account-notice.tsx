import { barWords, isBar } from '#contract/bar-words.ts'
import { api } from '#web/lib/api.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { useAuth } from '../access/auth/session.tsx'

/** Cache time in ms: decisions are rare, and the screen Conducta always refetches. */
const FRESH_MS = 5 * 60_000

function useConduct() {
  const { status } = useAuth()
  return useRead(queryKeys.conduct(), (signal) => api.conduct.mine({ signal }), {
    staleTime: FRESH_MS,
    enabled: status === 'signedIn',
  }).data
}

/** Whether the person can neither publish nor book: what invites to that is left out. */
export function useIsBarred(): boolean {
  const mine = useConduct()
  return mine !== undefined && isBar(mine.standing)
}

/**
 * Tells a barred person so, in the same words on every screen and with the same link, or that the
 * team asks for their side.
 * @param withLink false on the screen to which the link leads
 */
export function AccountNotice({ withLink = true }: { withLink?: boolean }) {
  const mine = useConduct()
  if (!mine) return null
  const { standing, until, hearings } = mine
  const waits = hearings.some(({ answeredAt }) => answeredAt === null)
  const link = (text: string) => withLink && <Link to={paths.conduct()}>{text}</Link>
  if (isBar(standing)) {
    const { title, text } = barWords(standing, until && dayAndTime(until))
    const tone = standing === 'paused' ? 'warn' : 'err'
    return (
      <Banner
        {...{ tone, title }}
        live="off"
        action={link(waits ? 'Dar mi versión' : 'Ver por qué')}
      >
        {text}
      </Banner>
    )
  }
  if (!waits || !withLink) return null
  return (
    <Banner tone="warn" live="off" title="Queremos oír tu versión" action={link('Dar mi versión')}>
      Antes de decidir sobre un reporte queremos saber qué pasó.
    </Banner>
  )
}
