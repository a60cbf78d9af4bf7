import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, say } from '../../scripts/project.ts'
import { readCommand } from '../../server/platform/command.ts'
import { drawIcons } from './draw-icons.ts'

readCommand({
  call: 'node native/scripts/prepare.ts',
  about:
    'Makes what is not kept in the repository because it can be made again: icons, splash ' +
    'screens and the wrapper of Gradle. Run it once, and after the mark changes.',
})

const NATIVE = join(ROOT, 'native')
const TEMPLATE = 'node_modules/@capacitor/cli/assets/android-template.tar.gz'
const WRAPPER = 'gradle/wrapper/gradle-wrapper.jar'

await drawIcons(NATIVE)
const unpacked = spawnSync('tar', ['-xzf', TEMPLATE, '-C', 'android', WRAPPER], { cwd: NATIVE })
if (unpacked.status !== 0) throw new Error(`${TEMPLATE}: ${unpacked.stderr}`)
say('icons, splash screens and the Gradle wrapper are there')
