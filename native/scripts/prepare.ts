// Makes files that are not in the repository because they can be made again: icons, splash screens
// and the Gradle wrapper. Run it once, and after a change of the logo.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, say } from '../../scripts/project.ts'
import { drawIcons } from './draw-icons.ts'

const NATIVE = join(ROOT, 'native')
const TEMPLATE = 'node_modules/@capacitor/cli/assets/android-template.tar.gz'
const WRAPPER = 'gradle/wrapper/gradle-wrapper.jar'

await drawIcons(NATIVE)
const unpacked = spawnSync('tar', ['-xzf', TEMPLATE, '-C', 'android', WRAPPER], { cwd: NATIVE })
if (unpacked.status !== 0) throw new Error(`${TEMPLATE}: ${unpacked.stderr}`)
say('icons, splash screens and the Gradle wrapper are there')
