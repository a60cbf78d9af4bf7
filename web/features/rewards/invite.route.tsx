import { useState } from 'react'
import type { ReferralStatus } from '#contract/referrals.ts'
import { INVITATION_CODE_LENGTH, readShortCode } from '#contract/short-code.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateShort } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { rewardKeys, rewardPaths } from '#web/shared/rewards/reward-links.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { CodeText } from './code-text.tsx'
import { points } from './reward-words.ts'

export const meta = unlisted('Invitar')

/** Fetches the person's invitation code; the server creates it on the first call. */
async function loadReferrals(signal: AbortSignal) {
  const mine = await api.referrals.mine({ signal })
  return { ...mine, code: mine.code ?? (await api.referrals.makeCode({ body: {}, signal })).code }
}

type Mine = Awaited<ReturnType<typeof loadReferrals>>

/** The person's invitation code, and the people who signed up with it. */
export default function Invite() {
  const answer = useRead(rewardKeys.referrals(), (signal) => loadReferrals(signal))
  return (
    <Page
      title="Invita y gana"
      lead="Los dos ganan puntos cuando tu invitado completa su primer viaje."
      back={{ to: rewardPaths.rewards, label: 'Recompensas' }}
    >
      {!answer.data && <QueryState query={answer} what="tu invitación" rows={2} rowClass="h-40" />}
      {answer.data && <Shown mine={answer.data} />}
    </Page>
  )
}

function Shown({ mine }: { mine: Mine }) {
  const { code, referrerPoints, friendPoints, perMonth } = mine
  return (
    <>
      <CardSection title="Tu código" className="grid gap-4">
        <CodeText code={code} />
        <p>
          Tú ganas {points(referrerPoints)} y tu invitado {points(friendPoints)}.
        </p>
        <LateShare
          label="Compartir mi invitación"
          text="Viaja compartido con Cupo y gana puntos con mi invitación:"
          path={rewardPaths.invitation(code)}
        />
        <p className="text-sm text-muted">
          El viaje debe ser con otra persona, no contigo. Hasta {perMonth} invitaciones al mes se
          pagan solas; las demás, y las que parecen de una misma persona, las revisa el equipo.
        </p>
      </CardSection>
      {(mine.invitedBy || mine.mayClaim) && <InvitedBy mine={mine} />}
      <InvitedList mine={mine} />
    </>
  )
}

const statusWords: Record<ReferralStatus, { tone: PillTone; text: string }> = {
  waiting: { tone: 'warn', text: 'Falta su primer viaje' },
  review: { tone: 'urgent', text: 'En revisión' },
  paid: { tone: 'ok', text: 'Puntos pagados' },
  refused: { tone: 'neutral', text: 'No se pagó' },
  undone: { tone: 'neutral', text: 'El viaje no contó' },
}

function Status({ status }: { status: ReferralStatus }) {
  const { tone, text } = statusWords[status]
  return <StatusPill tone={tone}>{text}</StatusPill>
}

function InvitedList({ mine: { invited } }: { mine: Mine }) {
  return (
    <CardSection title="A quién invitaste">
      {invited.length === 0 ? (
        <p className="text-muted">Todavía nadie se ha registrado con tu código.</p>
      ) : (
        <ul className="divide-y divide-line">
          {invited.map(({ name, status, at }) => (
            <li key={at} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{name}</span>
                <span className="text-sm text-muted">Desde el {dateShort(at)}</span>
              </span>
              <Status status={status} />
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}

function InvitedBy({ mine: { invitedBy } }: { mine: Mine }) {
  return (
    <CardSection title="Quién te invitó">
      {invitedBy ? (
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{invitedBy.name}</span>
          <Status status={invitedBy.status} />
        </p>
      ) : (
        <Claim />
      )}
    </CardSection>
  )
}

function Claim() {
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const code = readShortCode(typed, INVITATION_CODE_LENGTH)
  const claim = useAct(() => api.referrals.claim({ body: { code: code ?? typed } }), {
    refresh: [rewardKeys.referrals()],
  })
  return (
    <Form
      onSend={() => {
        setChecked(true)
        if (code !== null) claim.mutate()
      }}
    >
      <ErrorBanner error={claim.error} />
      <TextField
        label="Código de invitación"
        hint="Solo mientras tu cuenta es nueva y no has viajado."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={checked && code === null ? 'El código tiene 8 letras y números.' : null}
      />
      <Button
        type="submit"
        variant="secondary"
        pending={claim.isPending}
        pendingText="Guardando…"
        className="justify-self-start"
      >
        Guardar
      </Button>
    </Form>
  )
}
