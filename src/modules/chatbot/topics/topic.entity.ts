import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A topic of the offline assistant. Statements use the table; the entity serves the schema comparison. */
@Entity('assistant_topic')
@Check('assistant_topic_kind_check', `kind IN ('specialty', 'pathology')`)
export class Topic {
  /** `specialty/` and the code of a specialty, or `pathology/` and the key of a pathology of the catalogue. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  kind!: 'specialty' | 'pathology';

  /** The code of the specialty itself, or of the one that treats the pathology. */
  @Index('assistant_topic_specialty_idx')
  @Column('text', { name: 'specialty_code' })
  specialtyCode!: string;
}

/** The texts of a topic in one language. Statements use the table; the entity serves the schema comparison. */
@Entity('assistant_text')
export class TopicText {
  @PrimaryColumn('text', { name: 'topic_id' })
  topicId!: string;

  @ManyToOne(() => Topic)
  @JoinColumn({ name: 'topic_id', foreignKeyConstraintName: 'assistant_text_topic_fkey' })
  topic?: Topic;

  @PrimaryColumn('text')
  language!: string;

  @Column('text')
  name!: string;

  /** Null if the catalogue has only the name. */
  @Column('text', { nullable: true })
  about!: string | null;

  /** What helps, and when to see a health worker. */
  @Column('text', { nullable: true })
  advice!: string | null;

  /** How to prevent the pathology, or that it cannot be prevented. */
  @Column('text', { nullable: true })
  prevention!: string | null;
}

/** Words that users write for a topic. Statements use the table; the entity serves the schema comparison. */
@Entity('assistant_term')
@Index('assistant_term_lexemes_idx', { synchronize: false })
export class TopicTerm {
  @PrimaryColumn('text', { name: 'topic_id' })
  topicId!: string;

  @ManyToOne(() => Topic)
  @JoinColumn({ name: 'topic_id', foreignKeyConstraintName: 'assistant_term_topic_fkey' })
  topic?: Topic;

  @PrimaryColumn('text')
  language!: string;

  @PrimaryColumn('text')
  term!: string;

  /** From 1, a weak hint, to 5, the name. */
  @Column('real')
  weight!: number;

  /** Whether a user with this complaint has to be examined soon. */
  @Column('boolean')
  soon!: boolean;

  /** The words of the term, stemmed in its language. */
  @Column('tsvector')
  lexemes!: string;
}

/** A word of any term, to correct misspelt words. Statements use the table; the entity serves the schema comparison. */
@Entity('assistant_word')
@Index('assistant_word_trigrams_idx', { synchronize: false })
export class TopicWord {
  @PrimaryColumn('text')
  word!: string;
}
