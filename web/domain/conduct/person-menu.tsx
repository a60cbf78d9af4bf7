import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { ReportSubject } from '#contract/conduct.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { PersonSheet } from './person-sheet.tsx'

type PersonMenuProps = {
  userId: string
  /** Name of the person, as the screen shows it. */
  name: string
  /** Subject of a report; if absent, the person. */
  context?: ReportSubject
  /** If set, the button is only an icon with this accessible name. */
  iconLabel?: string
}

/** Menu to report or block a person. Shown only to a signed-in person, and not about themselves. */
export function PersonMenu({ userId, name, context, iconLabel }: PersonMenuProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  if (!user || user.id === userId) return null
  const icon = <Flag aria-hidden="true" className="size-4" />
  const opens = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <>
      {iconLabel ? (
        <IconButton {...opens} label={iconLabel} className="-my-2 -mr-2 text-muted">
          {icon}
        </IconButton>
      ) : (
        <Button
          {...opens}
          variant="ghost"
          size="sm"
          icon={icon}
          aria-label={`Reportar o bloquear a ${name}`}
        >
          Reportar o bloquear
        </Button>
      )}
      {open && (
        <PersonSheet
          person={{ userId, name }}
          subject={context ?? { kind: 'user', id: userId }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
