import { useMemo } from 'react'
import { encode } from 'uqr'

/** The dark runs of each row as one path. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x++) {
      const dark = row[x] === true
      if (dark && start < 0) start = x
      if (!dark && start >= 0) {
        path += `M${start} ${y}h${x - start}v1H${start}z`
        start = -1
      }
    }
  })
  return path
}

type QrCodeProps = { text: string; label: string; className?: string }

/** A QR code as SVG; always black on white, also in dark mode, with its quiet zone. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 3 })
    return { size: code.size, path: pathOf(code.data) }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
