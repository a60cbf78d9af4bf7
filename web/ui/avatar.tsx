import { SITE } from '#web/lib/site.ts'
import { cx } from './cx.ts'

/** The circle keeps its size, so its initials do not grow with the text of the page. */
const sizes = {
  sm: 'size-9 text-[14px]',
  md: 'size-11 text-[16px]',
  lg: 'size-16 text-[22px]',
  xl: 'size-28 text-[48px]',
} as const
const grounds = [
  'bg-bosque-soft text-bosque',
  'bg-rio-soft text-rio',
  'bg-warn-soft text-warn',
  'bg-ok-soft text-ok',
] as const

/** Returns the first letters of the first two words. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2)
  return words.map((word) => [...word][0]?.toLocaleUpperCase('es-CO') ?? '').join('') || '·'
}

type AvatarProps = {
  name: string
  /** Small square picture; without a picture, or while it loads, the initials are shown. */
  photoUrl?: string | null | undefined
  size?: keyof typeof sizes
  className?: string
}

/** A person's photo, or else the initials on a colour that depends on the name. */
export function Avatar({ name, photoUrl, size = 'md', className }: AvatarProps) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-bold',
        'select-none',
        sizes[size],
        grounds[sum % grounds.length],
        className,
      )}
    >
      {initials(name)}
      {photoUrl && (
        <img
          src={SITE + photoUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}
