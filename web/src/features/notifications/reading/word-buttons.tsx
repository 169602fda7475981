import { Fragment } from 'react';

import { Button } from '@/components/ui/button';
import { asSentence } from '@/lib/sentence';

type WordButtonsProps = {
  words: readonly string[];
  /** What a press does to a word. */
  does: string;
  disabled: boolean;
  onPress: (word: string) => void;
};

/** Words within a sentence, each of which can be pressed. */
export function WordButtons({ words, does, disabled, onPress }: WordButtonsProps) {
  return words.map((word, at) => (
    <Fragment key={word}>
      {at > 0 && ', '}
      <Button
        variant="link"
        title={asSentence(does)}
        aria-label={`“${word}”: ${does}`}
        disabled={disabled}
        className="text-sm!"
        onClick={() => onPress(word)}
      >
        “{word}”
      </Button>
    </Fragment>
  ));
}
