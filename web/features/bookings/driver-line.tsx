import type { ReactNode } from 'react'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

type DriverLineProps = {
  name: string
  photoUrl?: string | null
  /** Brand, model and colour. */
  car: string
  /** Null until the booking is confirmed. */
  plate: string | null
  /** Actions at the end, as icons. */
  children?: ReactNode
}

/** Face, name, car and plate in one line: what people compare before they get in. */
export function DriverLine({ name, photoUrl, car, plate, children }: DriverLineProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} photoUrl={photoUrl} />
      {/* In a narrow column, or with large text, the plate stands below. */}
      <div className="min-w-0 flex-1 basis-30">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{car}</p>
      </div>
      {plate && <Plate plate={plate} className="shrink-0 text-base" />}
      {children}
    </div>
  )
}
