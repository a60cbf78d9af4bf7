import { useMutation } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type WriteProps = {
  tripId: string
  /** For the driver: id of the passenger. A passenger writes to the driver. */
  to?: string
  /** For the driver: writes to all passengers. */
  group?: true
  text: ReactNode
  /** Makes it the main action of its screen. */
  primary?: boolean
  className?: string
}

/** Opens the conversation. Leads to the login first when nobody is signed in. */
export function WriteButton({ tripId, to, group, text, primary, className }: WriteProps) {
  const { status } = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = useMutation({
    mutationFn: () =>
      api.conversations.open({
        params: { tripId },
        body: { ...(to ? { with: to } : {}), ...(group ? { group } : {}) },
      }),
    onSuccess: ({ conversation }) => navigate(paths.conversation(conversation.id)),
  })
  const press = () => {
    if (status === 'signedOut') void navigate(paths.login(pathname + search))
    else open.mutate()
  }
  return (
    <div className={cx('grid gap-1', !className && !primary && 'justify-items-start')}>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        className={className}
        pending={open.isPending}
        pendingText="Abriendo…"
        Icon={MessageCircle}
        onClick={press}
      >
        {text}
      </Button>
      {open.isError && (
        <p role="alert" className="text-sm text-err">
          {messageOf(open.error)}
        </p>
      )}
    </div>
  )
}
