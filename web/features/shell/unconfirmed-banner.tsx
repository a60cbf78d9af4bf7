import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { MailCode } from '#web/shared/access/auth/mail-code.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { rememberNeedingAddress } from '#web/shared/access/auth/under-way.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { QUIET_LINK } from '#web/ui/rows.tsx'

type Answer = { ok: boolean; message: string }

/** Banner on app screens while the person has not confirmed their e-mail. */
export function UnconfirmedBanner({ email }: { email: string }) {
  const { reload } = useAuth()
  useEffect(() => {
    // The link may have been opened in another tab or on another device.
    const look = () => void (document.visibilityState === 'visible' && reload())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [reload])
  const location = useLocation()
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
      <Banner
        tone="warn"
        live="off"
        title="Confirma tu correo"
        action={
          <div className="flex flex-wrap items-end gap-x-5">
            <MailCode which="address" onDone={reload} />
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
        }
      >
        <p>
          Para reservar, publicar y crear alertas, escribe el código que enviamos a{' '}
          <strong className="break-words">{email}</strong> o abre su enlace.
        </p>
        <p role="status">{answer?.ok && answer.message}</p>
        <p role="alert">{answer && !answer.ok && answer.message}</p>
      </Banner>
    </div>
  )
}
