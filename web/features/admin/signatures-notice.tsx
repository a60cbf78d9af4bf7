import { useUnsigned } from '#web/domain/back-office/use-unsigned.ts'
import { useSecondFactor } from '#web/domain/second-factor/use-second-factor.ts'
import { plural } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

/** Number of items to sign as second person; hidden until the second factor is proved. */
export function SignaturesNotice() {
  const { data: status } = useSecondFactor()
  const { data } = useUnsigned({ enabled: Boolean(status?.provedUntil) })
  if (!data || data.items.length === 0) return null
  const count = plural(data.items.length, 'cosa espera', 'cosas esperan')
  return (
    <Banner tone="warn" live="off" title={`${count} tu segunda firma`}>
      <Link to="/admin/signatures">Ver qué espera tu firma</Link>
    </Banner>
  )
}
