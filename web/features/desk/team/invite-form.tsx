import { useState } from 'react'
import { isEmail } from '#contract/email-address.ts'
import { TeamRole, takesTwo } from '#contract/team.ts'
import { INVITATION_DAYS, STAFF_REASON_MAX, STAFF_REASON_MIN } from '#contract/team-limits.ts'
import { api } from '#web/lib/api.ts'
import { EmailField } from '#web/shared/users/email-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { roleWords } from './role-words.ts'

type Draft = { email: string; roles: TeamRole[]; reason: string }

const EMPTY: Draft = { email: '', roles: [], reason: '' }

function faultsOf({ email, roles, reason }: Draft): Partial<Record<keyof Draft, string>> {
  return {
    ...(isEmail(email) ? {} : { email: 'Escribe un correo.' }),
    ...(roles.length > 0 ? {} : { roles: 'Elige al menos un rol.' }),
    ...(reason.trim().length >= STAFF_REASON_MIN
      ? {}
      : { reason: `Escribe al menos ${STAFF_REASON_MIN} letras.` }),
  }
}

/** Sends the invitation; calls `onDone` once the server has stored it. */
function useInvite(onDone: () => void) {
  return useAct(
    ({ email, roles, reason }: Draft) =>
      api.team.invite({ body: { email: email.trim(), roles, reason: reason.trim() } }),
    { shows: ['team'], done: 'Invitación abierta', onDone },
  )
}

/** Invites an e-mail address to the team; also gives a colleague another role. */
export function InviteForm() {
  const [draft, setDraft] = useState(EMPTY)
  const [checked, setChecked] = useState(false)
  const invite = useInvite(() => {
    setDraft(EMPTY)
    setChecked(false)
  })
  const faults = checked ? faultsOf(draft) : {}
  return (
    <CardSection title="Invitar o dar un rol">
      <Form
        onSend={() => {
          setChecked(true)
          if (Object.keys(faultsOf(draft)).length === 0) invite.mutate(draft)
        }}
      >
        <EmailField
          label="Correo"
          autoComplete="off"
          hint={`El enlace sirve una vez, durante ${INVITATION_DAYS} días.`}
          value={draft.email}
          onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          error={faults.email}
        />
        <Roles
          chosen={draft.roles}
          onChange={(roles) => setDraft({ ...draft, roles })}
          error={faults.roles}
        />
        {takesTwo(draft.roles) && (
          <Banner tone="info" live="off">
            Finanzas y Administración llevan dos firmas: la tuya y la de otra persona que
            administra, las dos con identidad verificada. Quien acepta también la verifica.
          </Banner>
        )}
        <TextArea
          label="Motivo"
          hint="Queda en el registro con tu nombre."
          rows={2}
          maxLength={STAFF_REASON_MAX}
          value={draft.reason}
          onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
          error={faults.reason}
        />
        <ErrorBanner error={invite.error} />
        <Button type="submit" className="justify-self-start" pending={invite.isPending}>
          Invitar
        </Button>
      </Form>
    </CardSection>
  )
}

type RolesProps = {
  chosen: readonly TeamRole[]
  onChange: (roles: TeamRole[]) => void
  error: string | undefined
}

function Roles({ chosen, onChange, error }: RolesProps) {
  return (
    <fieldset className="grid gap-1 sm:grid-cols-2">
      <legend className="font-semibold">Roles</legend>
      {TeamRole.options.map((role, index) => (
        <Checkbox
          key={role}
          label={roleWords[role]}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            onChange(
              TeamRole.options.filter((one) =>
                one === role ? target.checked : chosen.includes(one),
              ),
            )
          }
          error={index === 0 ? error : undefined}
        />
      ))}
    </fieldset>
  )
}
