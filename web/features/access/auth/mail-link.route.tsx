import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type MetaArgs, useMatches } from 'react-router'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { useSecretParam } from '#web/lib/secret-param.ts'
import { AuthFrame } from '#web/shared/access/auth/auth-frame.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { forgetUnderWay, readUnderWay } from '#web/shared/access/auth/under-way.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { type MailLink, mailLinks } from './mail-links.ts'
import { forgetRecovery, hasAskedRecovery } from './recovery-memory.ts'

const isKind = (id = ''): id is keyof typeof mailLinks => id in mailLinks

/** The kind of link of this page, which is the id of its route. */
const linkOf = (id?: string): MailLink => mailLinks[isKind(id) ? id : 'address']

export const meta = ({ matches }: MetaArgs) => unlisted(linkOf(matches.at(-1)?.id).page)()

/** Landing page of a mailed link. Mail programs prefetch links, so only the button acts. */
export default function MailLinkRoute() {
  const id = useMatches().at(-1)?.id
  return <MailLinkPage key={id} link={linkOf(id)} />
}

function MailLinkPage({ link }: { link: MailLink }) {
  const token = useSecretParam()
  const { keepTokens, reload, leave, status } = useAuth()
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
      const answer = await link.confirm(token, asks ? password : '')
      if ('access_token' in answer) {
        forgetRecovery()
        keepTokens(answer)
        await reload()
      } else if (link.endsSessions) leave()
      else void reload()
      setEnd('done')
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
      region="cafetal"
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ErrorBanner error={refused} />
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

const toLogin = { to: paths.login(), label: 'Ir a iniciar sesión' }

function Ended({ link, end }: { link: MailLink; end: 'done' | 'invalid' }) {
  const { renew = toLogin } = link
  if (end === 'done') {
    return (
      <AuthFrame title={link.done} lead="Ya puedes seguir tu camino." region="costa">
        <div role="status">
          <Banner tone="ok" live="off">
            {link.done}.
          </Banner>
        </div>
        <OnwardLink link={link} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Este enlace ya no sirve" lead="Tu cuenta sigue como estaba." region="paramo">
      <Banner tone="err">Venció, ya se usó o pediste uno más reciente.</Banner>
      <ButtonLink to={renew.to}>{renew.label}</ButtonLink>
    </AuthFrame>
  )
}

/** Link to the page that the person was on their way to, else to the wallet or the login. */
function OnwardLink({ link: { leadsBack, next } }: { link: MailLink }) {
  const { status } = useAuth()
  const [back] = useState(() => (leadsBack ? readUnderWay() : null))
  useEffect(() => {
    if (back !== null) forgetUnderWay()
  }, [back])
  if (back !== null) return <ButtonLink to={back}>Seguir donde ibas</ButtonLink>
  if (next) return <ButtonLink to={next.to}>{next.label}</ButtonLink>
  if (status === 'signedOut') return <ButtonLink to={paths.login()}>Iniciar sesión</ButtonLink>
  return <ButtonLink to={paths.wallet()}>Ir a mi billetera</ButtonLink>
}
