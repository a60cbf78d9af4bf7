import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAuth } from '#web/domain/auth/session.tsx'
import { lateImport } from '#web/lib/late-import.ts'
import { Button } from '#web/ui/button.tsx'
import type { SomePerson } from './person-sheet.tsx'

// Lazy: few people open it.
const PersonSheet = lazy(async () => ({
  default: (await lateImport(() => import('./person-sheet.tsx'))).PersonSheet,
}))

/** Blocks a person. Only for somebody signed in, and not for oneself. */
export function PersonMenu(props: SomePerson) {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  if (!user || user.id === props.userId) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Flag aria-hidden="true" className="size-4" />}
        aria-haspopup="dialog"
        aria-label={`Bloquear a ${props.name}`}
        onClick={() => setOpen(true)}
      >
        Bloquear
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PersonSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
