import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportSubject } from '#contract/conduct.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { lateImport } from '#web/lib/late-import.ts'
import { Button } from '#web/ui/button.tsx'

// Lazy: few people open it.
const PersonSheet = lazy(async () => ({
  default: (await lateImport(() => import('./person-sheet.tsx'))).PersonSheet,
}))

type PersonMenuProps = {
  userId: string
  /** As the screen shows it. */
  name: string
  /** What a report is about; absent: the person. */
  context?: ReportSubject
}

/** Reports or blocks a person. Only for somebody signed in, and not for oneself. */
export function PersonMenu({ userId, name, context }: PersonMenuProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  if (!user || user.id === userId) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Flag aria-hidden="true" className="size-4" />}
        aria-haspopup="dialog"
        aria-label={`Reportar o bloquear a ${name}`}
        onClick={() => setOpen(true)}
      >
        Reportar o bloquear
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PersonSheet
            person={{ userId, name }}
            subject={context ?? { kind: 'user', id: userId }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
