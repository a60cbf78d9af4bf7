import type { OwnPhoto } from '#contract/verification.ts'
import { PhotoButton } from '#web/shared/users/profile-photo.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'

type PublishPhotoProps = {
  photo: OwnPhoto | undefined
  /** Goes on once the photo is set. */
  onSet: () => void
  /** Words of the button, which say what follows. */
  children: string
}

/** The profile photo at the end of a draft, for a driver who has none. */
export function PublishPhoto({ photo, onSet, children }: PublishPhotoProps) {
  return (
    <CardSection title="Pon tu foto de perfil">
      <div className="grid gap-3">
        {photo?.state === 'refused' && (
          <Banner tone="err" live="off" title="Quitamos la anterior">
            {photo.reason}
          </Banner>
        )}
        <p>De frente y con buena luz, para que te reconozcan en el encuentro.</p>
        <PhotoButton onSet={onSet}>{children}</PhotoButton>
      </div>
    </CardSection>
  )
}
