import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { MailCode } from '#web/shared/access/auth/mail-code.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { rememberNeedingAddress } from '#web/shared/access/auth/under-way.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { QUIET_LINK, Row, Rows } from '#web/ui/rows.tsx'

type Answer = { ok: boolean; message: string }

/**
 * Row on app screens while the person has not confirmed their e-mail. It is open on the first
 * screen, and folded on the next ones: open, it takes a third of a phone.
 */
export function UnconfirmedBanner({ email }: { email: string }) {
  const { reload } = useAuth()
  useEffect(() => {
    // The link may have been opened in another tab or on another device.
    const look = () => void (document.visibilityState === 'visible' && reload())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [reload])
  const location = useLocation()
  const { pathname } = location
  const [openAt, setOpenAt] = useState<string | null>(pathname)
  useEffect(() => rememberNeedingAddress(location), [location])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [pending, setPending] = useState(false)
  const resend = async () => {
    setPending(true)
    try {
      const { message } = await api.auth.resendConfirmation({ body: {} })
      setAnswer({ ok: true, message })
    } catch (error) {
      setAnswer({ ok: false, message: messageOf(error) })
    }
    setPending(false)
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6">
      <Rows label="Tu cuenta">
        <Row
          Icon={TriangleAlert}
          ground="bg-warn-soft text-warn"
          text="Confirma tu correo"
          detail="Para reservar, publicar y crear alertas"
          open={pathname === openAt}
          onToggle={(open) => setOpenAt(open ? pathname : null)}
        >
          <p className="mb-2">
            Escribe el código que enviamos a <strong className="break-words">{email}</strong> o abre
            su enlace.
          </p>
          <p role="status">{answer?.ok && answer.message}</p>
          <p role="alert">{answer && !answer.ok && answer.message}</p>
          <MailCode which="address" onDone={reload} />
          <div className="-mb-2 -ml-4 flex flex-wrap items-center gap-x-5">
            <Button
              variant="ghost"
              size="sm"
              {...{ pending }}
              pendingText="Enviando…"
              onClick={() => void resend()}
            >
              Reenviar
            </Button>
            <Link to={paths.profile('correo')} className={QUIET_LINK}>
              Usar otro correo
            </Link>
          </div>
        </Row>
      </Rows>
    </div>
  )
}
