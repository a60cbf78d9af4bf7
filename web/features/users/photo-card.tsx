import { Camera, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { SITE } from '#web/lib/site.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { PHOTO_CONSENT, useSetPhoto } from '#web/shared/users/profile-photo.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { useAct } from '#web/ui/use-act.ts'

/** Name and photo of the account's owner, whom others recognise at the meeting point. */
export function PhotoCard({ user }: { user: SessionUser }) {
  const [choosing, setChoosing] = useState(false)
  const { profile } = user
  const name = profile.full_name || user.username || user.email
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait name={name} url={profile.photo_url ?? null} />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-xl font-semibold break-words">{name}</p>
          <p className="mb-2 text-muted">{profile.status || 'Pasajero'}</p>
          <StatusPill tone={profile.verification ? 'ok' : 'warn'}>
            {profile.verification ? 'Verificado' : 'Pendiente'}
          </StatusPill>
        </div>
        {!choosing && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" Icon={Camera} onClick={() => setChoosing(true)}>
              {profile.photo_url ? 'Cambiar foto' : 'Poner foto'}
            </Button>
            {profile.photo_url && <RemovePhoto />}
          </div>
        )}
      </div>
      {choosing && <ChoosePhoto onEnd={() => setChoosing(false)} />}
    </Card>
  )
}

function Portrait({ name, url }: { name: string; url: string | null }) {
  if (url === null) return <Avatar name={name} size="lg" className="size-20! text-2xl!" />
  return (
    <img
      src={SITE + url}
      alt="Tu foto de perfil"
      width={80}
      height={80}
      className="size-20 shrink-0 rounded-full border border-line object-cover"
    />
  )
}

function RemovePhoto() {
  const { reload } = useAuth()
  const remove = useAct(() => api.users.removePhoto(), {
    done: 'Quitamos tu foto.',
    onDone: reload,
  })
  return (
    <>
      <Button variant="ghost" size="sm" Icon={Trash2} run={remove}>
        Quitar foto
      </Button>
      <ErrorBanner error={remove.error} />
    </>
  )
}

function ChoosePhoto({ onEnd }: { onEnd: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const save = useSetPhoto(() => {
    toastDone('Guardamos tu foto.')
    onEnd()
  })
  return (
    <div className="grid gap-4">
      <FileDrop
        label="Tu foto de perfil"
        hint="De frente y con buena luz, para que te reconozcan"
        file={file}
        onFile={(chosen) => {
          save.reset()
          setFile(chosen)
        }}
        error={save.error ? messageOf(save.error) : null}
        disabled={save.isPending}
        maxBytes={PHOTO_MAX_BYTES}
      />
      <p className="text-sm text-muted">{PHOTO_CONSENT}</p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onEnd} disabled={save.isPending}>
          Ahora no
        </Button>
        <Button
          pending={save.isPending}
          pendingText="Guardando…"
          disabled={!file}
          onClick={() => file && save.mutate(file)}
        >
          Guardar foto
        </Button>
      </div>
    </div>
  )
}
