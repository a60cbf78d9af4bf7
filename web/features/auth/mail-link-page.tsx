import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AuthFrame } from '#web/domain/auth/auth-frame.tsx'
import { useAuth } from '#web/domain/auth/session.tsx'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useSecretParam } from '#web/lib/secret-param.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import type { MailLink } from './mail-links.ts'
import { forgetRecovery, hasAskedRecovery } from './recovery-memory.ts'

/** Landing page of a mailed link. Mail programs prefetch links, so only the button acts. */
export function MailLinkPage({ link }: { link: MailLink }) {
  const token = useSecretParam()
  const { reload, leave, status } = useAuth()
  const [end, setEnd] = useState<'done' | 'invalid' | null>(token ? null : 'invalid')
  const [refused, setRefused] = useState<string | null>(null)
  const [mustProve, setMustProve] = useState(
    link.withPassword === 'elsewhere' && !hasAskedRecovery(),
  )
  const asks = mustProve || (link.withPassword === 'visitor' && status === 'signedOut')
  const { register, handleSubmit, formState } = useForm<{ password: string }>({
    defaultValues: { password: '' },
  })
  const send = async (password: string) => {
    setRefused(null)
    try {
      await link.confirm(token, asks ? password : '')
      setEnd('done')
      if (link.endsSessions) {
        forgetRecovery()
        leave()
      } else void reload()
    } catch (error) {
      if (hasCode(error, 'link_invalid')) return setEnd('invalid')
      // Somebody else is signed in here, or another browser asked for the recovery.
      const isElsewhere = hasCode(error, 'wrong_password', 'new_password_required')
      if (isElsewhere && !asks) setMustProve(true)
      if (hasCode(error, 'wrong_password') && !asks) return
      setRefused(messageOf(error))
    }
  }
  const submit = handleSubmit(({ password }) => send(password))
  if (end !== null) return <Ended link={link} end={end} />
  return (
    <AuthFrame
      title={link.title}
      lead={asks ? link.lead : (link.leadHere ?? link.lead)}
      region="costa"
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {refused && <Banner tone="err">{refused}</Banner>}
        {asks && (
          <PasswordField
            label={link.passwordLabel ?? 'Contraseña nueva'}
            autoComplete={link.passwordLabel ? 'current-password' : 'new-password'}
            error={formState.errors.password?.message}
            hint={link.passwordLabel ? undefined : 'Al menos 8 caracteres.'}
            {...register('password', {
              required: 'Escribe tu contraseña.',
              minLength: {
                value: link.passwordLabel ? 1 : 8,
                message: 'Usa al menos 8 caracteres.',
              },
            })}
          />
        )}
        <Button type="submit" pending={formState.isSubmitting}>
          {link.button}
        </Button>
      </form>
    </AuthFrame>
  )
}

function Ended({ link, end }: { link: MailLink; end: 'done' | 'invalid' }) {
  if (end === 'done') {
    return (
      <AuthFrame title={link.done} lead="Ya puedes seguir tu camino." region="costa">
        <div role="status">
          <Banner tone="ok" live="off">
            {link.done}.
          </Banner>
        </div>
        <OnwardLink />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Este enlace ya no sirve" lead="Tu cuenta sigue como estaba." region="costa">
      <Banner tone="err">Venció, ya se usó o pediste uno más reciente.</Banner>
      <ButtonLink to={paths.login()}>Ir a iniciar sesión</ButtonLink>
    </AuthFrame>
  )
}

/** Link to the wallet if somebody is signed in here, else to the login. */
function OnwardLink() {
  const { status } = useAuth()
  if (status === 'signedIn') return <ButtonLink to={paths.wallet()}>Ir a mi billetera</ButtonLink>
  return <ButtonLink to={paths.login()}>Iniciar sesión</ButtonLink>
}
